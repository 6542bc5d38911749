#include "UnrealTransport.h"

#include "HttpModule.h"
#include "Interfaces/IHttpResponse.h"

using player_support::HttpRequest;
using player_support::HttpResponse;

namespace
{
	std::string ToUtf8(const FString& Text)
	{
		const FTCHARToUTF8 Utf8(*Text);
		return std::string(Utf8.Get(), static_cast<std::size_t>(Utf8.Length()));
	}

	HttpResponse ToResponse(const FString& Url, const FHttpResponsePtr& Http, bool bSucceeded, std::size_t MaxBytes)
	{
		HttpResponse Response;
		if (!bSucceeded || !Http.IsValid())
		{
			Response.failure = "no whole response";
			return Response;
		}
		const TArray<uint8>& Content = Http->GetContent();
		if (static_cast<std::size_t>(Content.Num()) > MaxBytes)
		{
			Response.failure = "too long";
			return Response;
		}
		Response.status = Http->GetResponseCode();
		// Unreal may have followed a redirect by itself.
		if (!Http->GetEffectiveURL().IsEmpty() && Http->GetEffectiveURL() != Url)
		{
			Response.status = 307;
		}
		Response.body.assign(reinterpret_cast<const char*>(Content.GetData()), static_cast<std::size_t>(Content.Num()));
		for (const FString& Line : Http->GetAllHeaders())
		{
			FString Name;
			FString Value;
			if (Line.Split(TEXT(":"), &Name, &Value))
			{
				Response.headers[ToUtf8(Name.TrimStartAndEnd().ToLower())] = ToUtf8(Value.TrimStartAndEnd());
			}
		}
		return Response;
	}
}

FUnrealTransport::FUnrealTransport() : Exchanges(MakeShared<FExchanges>())
{
}

FUnrealTransport::~FUnrealTransport()
{
	TArray<uint64> Ids;
	Exchanges->GetKeys(Ids);
	for (const uint64 Id : Ids)
	{
		cancel(Id);
	}
}

std::uint64_t FUnrealTransport::send(const HttpRequest& Request, Done OnDone)
{
	const uint64 Id = ++LastId;
	const FString Url = UTF8_TO_TCHAR(Request.url.c_str());
	const FHttpRequestRef Http = FHttpModule::Get().CreateRequest();
	Http->SetURL(Url);
	Http->SetVerb(UTF8_TO_TCHAR(Request.method.c_str()));
	for (const auto& Header : Request.headers)
	{
		Http->SetHeader(UTF8_TO_TCHAR(Header.first.c_str()), UTF8_TO_TCHAR(Header.second.c_str()));
	}
	if (Request.method != "GET")
	{
		TArray<uint8> Content;
		Content.Append(reinterpret_cast<const uint8*>(Request.body.data()), static_cast<int32>(Request.body.size()));
		Http->SetContent(MoveTemp(Content));
	}
	Http->SetTimeout(static_cast<float>(Request.timeoutSeconds));
	const TWeakPtr<FExchanges> Weak = Exchanges;
	Http->OnProcessRequestComplete().BindLambda(
		[Weak, Id, Url, MaxBytes = Request.maxResponseBytes](FHttpRequestPtr, FHttpResponsePtr Response, bool bSucceeded)
		{
			const TSharedPtr<FExchanges> Shared = Weak.Pin();
			FExchange* Exchange = Shared.IsValid() ? Shared->Find(Id) : nullptr;
			if (Exchange != nullptr)
			{
				Exchange->Response = ToResponse(Url, Response, bSucceeded, MaxBytes);
				Exchange->bEnded = true;
			}
		});
	FExchange& Exchange = Exchanges->Add(Id);
	Exchange.Http = Http;
	Exchange.OnDone = MoveTemp(OnDone);
	Http->ProcessRequest();
	return Id;
}

void FUnrealTransport::cancel(std::uint64_t Id)
{
	FExchange Exchange;
	if (Exchanges->RemoveAndCopyValue(Id, Exchange) && Exchange.Http.IsValid() && !Exchange.bEnded)
	{
		Exchange.Http->OnProcessRequestComplete().Unbind();
		Exchange.Http->CancelRequest();
	}
}

void FUnrealTransport::update()
{
	TArray<uint64> Ended;
	for (const TPair<uint64, FExchange>& One : *Exchanges)
	{
		if (One.Value.bEnded)
		{
			Ended.Add(One.Key);
		}
	}
	for (const uint64 Id : Ended)
	{
		FExchange Exchange;
		if (Exchanges->RemoveAndCopyValue(Id, Exchange))
		{
			Exchange.OnDone(MoveTemp(Exchange.Response));
		}
	}
}
