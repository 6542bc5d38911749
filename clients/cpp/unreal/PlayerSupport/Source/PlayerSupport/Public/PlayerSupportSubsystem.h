// Not compiled here: see README.md of this plugin.
#pragma once

#include "CoreMinimal.h"
#include "Containers/Ticker.h"
#include "Subsystems/GameInstanceSubsystem.h"
#include "PlayerSupportSubsystem.generated.h"

UENUM(BlueprintType)
enum class EPlayerSupportState : uint8
{
	Queued,
	Sending,
	Sent,
	Failed
};

/** A file for a ticket or a reply. */
USTRUCT(BlueprintType)
struct FPlayerSupportFile
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Player Support")
	FString Name;

	/** Such as image/png. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Player Support")
	FString Type;

	/** Of a file that is copied at once. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Player Support")
	FString Path;
};

/** A ticket or reply on its way to the server. */
USTRUCT(BlueprintType)
struct FPlayerSupportEntry
{
	GENERATED_BODY()

	UPROPERTY(BlueprintReadOnly, Category = "Player Support")
	FString Id;

	/** The ticket, or the id of the entry that will create it. */
	UPROPERTY(BlueprintReadOnly, Category = "Player Support")
	FString TicketId;

	UPROPERTY(BlueprintReadOnly, Category = "Player Support")
	FString Message;

	UPROPERTY(BlueprintReadOnly, Category = "Player Support")
	EPlayerSupportState State = EPlayerSupportState::Queued;

	/** Until it is true, the entry is lost if the game ends. */
	UPROPERTY(BlueprintReadOnly, Category = "Player Support")
	bool bIsStored = false;

	/** Why the last try failed, such as network or ticket-closed. */
	UPROPERTY(BlueprintReadOnly, Category = "Player Support")
	FString Problem;
};

USTRUCT(BlueprintType)
struct FPlayerSupportInboxMessage
{
	GENERATED_BODY()

	UPROPERTY(BlueprintReadOnly, Category = "Player Support")
	FString Id;

	/** Empty: there is no ticket. */
	UPROPERTY(BlueprintReadOnly, Category = "Player Support")
	FString TicketId;

	/** From people: show it as plain text. */
	UPROPERTY(BlueprintReadOnly, Category = "Player Support")
	FString Title;

	UPROPERTY(BlueprintReadOnly, Category = "Player Support")
	FString Body;

	UPROPERTY(BlueprintReadOnly, Category = "Player Support")
	bool bIsRead = false;
};

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FPlayerSupportOnMessage, FPlayerSupportInboxMessage, Message);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FPlayerSupportOnUnread, int32, Count);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FPlayerSupportOnOutbox, FPlayerSupportEntry, Entry);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FPlayerSupportOnProblem, FString, Slug, FString, Message);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FPlayerSupportOnInbox, const TArray<FPlayerSupportInboxMessage>&, Messages);

/** The player support of this game. All events come on the game thread. */
UCLASS(Config = Game)
class PLAYERSUPPORT_API UPlayerSupportSubsystem : public UGameInstanceSubsystem
{
	GENERATED_BODY()

public:
	virtual void Initialize(FSubsystemCollectionBase& Collection) override;
	virtual void Deinitialize() override;

	/**
	 * Stores a ticket, and sends it exactly once. Returns the id of its entry, empty if it was
	 * refused.
	 */
	UFUNCTION(BlueprintCallable, Category = "Player Support")
	FString CreateTicket(const FString& Type, const FString& Subject, const FString& Message,
		const TArray<FPlayerSupportFile>& Files);

	/** The same for a reply. TicketId can be the id of the entry that creates the ticket. */
	UFUNCTION(BlueprintCallable, Category = "Player Support")
	FString Reply(const FString& TicketId, const FString& Message, const TArray<FPlayerSupportFile>& Files);

	/** Asks for the newest 50 messages. On Inbox gets them. */
	UFUNCTION(BlueprintCallable, Category = "Player Support")
	void AskInbox();

	UFUNCTION(BlueprintCallable, Category = "Player Support")
	void MarkRead(const FString& MessageId);

	UFUNCTION(BlueprintPure, Category = "Player Support")
	int32 UnreadCount() const;

	UFUNCTION(BlueprintCallable, Category = "Player Support")
	TArray<FPlayerSupportEntry> OutboxEntries();

	/** Sends a failed entry again. */
	UFUNCTION(BlueprintCallable, Category = "Player Support")
	bool Retry(const FString& EntryId);

	/** Removes a failed entry. */
	UFUNCTION(BlueprintCallable, Category = "Player Support")
	bool Discard(const FString& EntryId);

	/** Tries pending entries now. */
	UFUNCTION(BlueprintCallable, Category = "Player Support")
	void SendNow();

	UFUNCTION(BlueprintCallable, Category = "Player Support")
	void SetUser(const FString& UserId);

	/** bErase removes everything of the player from the device. */
	UFUNCTION(BlueprintCallable, Category = "Player Support")
	bool SignOut(bool bErase);

	/** A new message, once for each. */
	UPROPERTY(BlueprintAssignable, Category = "Player Support")
	FPlayerSupportOnMessage OnMessage;

	UPROPERTY(BlueprintAssignable, Category = "Player Support")
	FPlayerSupportOnUnread OnUnread;

	UPROPERTY(BlueprintAssignable, Category = "Player Support")
	FPlayerSupportOnOutbox OnOutbox;

	/**
	 * Something failed, and the plugin recovers by itself. A wrong key or URL needs the developer.
	 */
	UPROPERTY(BlueprintAssignable, Category = "Player Support")
	FPlayerSupportOnProblem OnProblem;

	UPROPERTY(BlueprintAssignable, Category = "Player Support")
	FPlayerSupportOnInbox OnInbox;

	UPROPERTY(Config, BlueprintReadOnly, Category = "Player Support")
	FString BaseUrl;

	UPROPERTY(Config, BlueprintReadOnly, Category = "Player Support")
	FString ProjectPublicKey;

private:
	bool Tick(float Seconds);

	struct FClient;
	TSharedPtr<FClient> Client;
	FTSTicker::FDelegateHandle Ticker;
};
