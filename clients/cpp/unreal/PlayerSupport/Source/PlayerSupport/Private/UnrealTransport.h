// Not compiled here: see README.md of this plugin.
#pragma once

#include "CoreMinimal.h"
#include "Interfaces/IHttpRequest.h"
#include "player_support.h"

/** Sends requests with FHttpModule. */
class FUnrealTransport : public player_support::Transport
{
public:
	FUnrealTransport();
	virtual ~FUnrealTransport() override;

	virtual std::uint64_t send(const player_support::HttpRequest& Request, Done OnDone) override;
	virtual void cancel(std::uint64_t Id) override;
	virtual void update() override;

private:
	struct FExchange
	{
		FHttpRequestPtr Http;
		Done OnDone;
		player_support::HttpResponse Response;
		bool bEnded = false;
	};

	/** Shared with the delegates of Unreal, which can come after this transport. */
	using FExchanges = TMap<uint64, FExchange>;
	TSharedRef<FExchanges> Exchanges;
	uint64 LastId = 0;
};
