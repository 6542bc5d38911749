#include "PlayerSupportSubsystem.h"

#include "HAL/PlatformProperties.h"
#include "Internationalization/Culture.h"
#include "Internationalization/Internationalization.h"
#include "UnrealStorage.h"
#include "UnrealTransport.h"

namespace Core = player_support;

struct UPlayerSupportSubsystem::FClient
{
	std::unique_ptr<Core::PlayerSupport> Support;
};

namespace
{
	std::string ToUtf8(const FString& Text)
	{
		const FTCHARToUTF8 Utf8(*Text);
		return std::string(Utf8.Get(), static_cast<std::size_t>(Utf8.Length()));
	}

	FString ToText(const std::string& Utf8)
	{
		return UTF8_TO_TCHAR(Utf8.c_str());
	}

	FPlayerSupportEntry ToEntry(const Core::OutboxEntry& From)
	{
		FPlayerSupportEntry Entry;
		Entry.Id = ToText(From.id);
		Entry.TicketId = ToText(From.ticketId);
		Entry.Message = ToText(From.message);
		Entry.State = static_cast<EPlayerSupportState>(From.state);
		Entry.bIsStored = From.isStored;
		Entry.Problem = ToText(From.lastError.slug);
		return Entry;
	}

	FPlayerSupportInboxMessage ToMessage(const Core::InboxMessage& From)
	{
		FPlayerSupportInboxMessage Message;
		Message.Id = ToText(From.id);
		Message.TicketId = ToText(From.ticketId);
		Message.Title = ToText(From.title);
		Message.Body = ToText(From.body);
		Message.bIsRead = !From.readAt.empty();
		return Message;
	}

	std::vector<Core::NewFile> ToFiles(const TArray<FPlayerSupportFile>& From)
	{
		std::vector<Core::NewFile> Files;
		for (const FPlayerSupportFile& One : From)
		{
			Core::NewFile File;
			File.name = ToUtf8(One.Name);
			File.type = ToUtf8(One.Type);
			File.path = ToUtf8(One.Path);
			Files.push_back(std::move(File));
		}
		return Files;
	}
}

void UPlayerSupportSubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
	Super::Initialize(Collection);
	Core::Options Options;
	Options.baseUrl = ToUtf8(BaseUrl);
	Options.projectPublicKey = ToUtf8(ProjectPublicKey);
	Options.transport = std::make_unique<FUnrealTransport>();
	Options.storage = std::make_unique<FUnrealStorage>();
	Options.context["platform"] = ToUtf8(FString(FPlatformProperties::IniPlatformName()));
	Options.context["locale"] = ToUtf8(FInternationalization::Get().GetCurrentLanguage()->GetName());
	std::string Problem;
	std::unique_ptr<Core::PlayerSupport> Support = Core::PlayerSupport::open(std::move(Options), &Problem);
	if (Support == nullptr)
	{
		UE_LOG(LogTemp, Error, TEXT("Player Support: %s"), *ToText(Problem));
		return;
	}
	Client = MakeShared<FClient>();
	Client->Support = std::move(Support);
	Client->Support->onMessage([this](const Core::InboxMessage& Message) { OnMessage.Broadcast(ToMessage(Message)); });
	Client->Support->onUnread([this](int Count) { OnUnread.Broadcast(Count); });
	Client->Support->onOutbox([this](const Core::OutboxEntry& Entry) { OnOutbox.Broadcast(ToEntry(Entry)); });
	Client->Support->onError([this](const Core::Error& Error)
		{ OnProblem.Broadcast(ToText(Error.slug), ToText(Error.message)); });
	Client->Support->start();
	Ticker = FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateUObject(this, &UPlayerSupportSubsystem::Tick));
}

void UPlayerSupportSubsystem::Deinitialize()
{
	FTSTicker::GetCoreTicker().RemoveTicker(Ticker);
	Client.Reset();
	Super::Deinitialize();
}

bool UPlayerSupportSubsystem::Tick(float)
{
	// A listener may end the game.
	const TSharedPtr<FClient> Kept = Client;
	if (Kept.IsValid())
	{
		Kept->Support->update();
	}
	return true;
}

FString UPlayerSupportSubsystem::CreateTicket(const FString& Type, const FString& Subject, const FString& Message,
	const TArray<FPlayerSupportFile>& Files)
{
	if (!Client.IsValid())
	{
		return FString();
	}
	Core::NewTicket Ticket;
	Ticket.type = ToUtf8(Type);
	Ticket.subject = ToUtf8(Subject);
	Ticket.message = ToUtf8(Message);
	Ticket.files = ToFiles(Files);
	return ToText(Client->Support->createTicket(Ticket));
}

FString UPlayerSupportSubsystem::Reply(const FString& TicketId, const FString& Message,
	const TArray<FPlayerSupportFile>& Files)
{
	if (!Client.IsValid())
	{
		return FString();
	}
	return ToText(Client->Support->reply(ToUtf8(TicketId), ToUtf8(Message), ToFiles(Files)));
}

void UPlayerSupportSubsystem::AskInbox()
{
	if (!Client.IsValid())
	{
		return;
	}
	Client->Support->inboxMessages([this](const Core::Error& Error, const std::vector<Core::InboxMessage>& Messages)
		{
			if (Error)
			{
				OnProblem.Broadcast(ToText(Error.slug), ToText(Error.message));
				return;
			}
			TArray<FPlayerSupportInboxMessage> Shown;
			for (const Core::InboxMessage& One : Messages)
			{
				Shown.Add(ToMessage(One));
			}
			OnInbox.Broadcast(Shown);
		});
}

void UPlayerSupportSubsystem::MarkRead(const FString& MessageId)
{
	if (Client.IsValid())
	{
		Client->Support->markRead(ToUtf8(MessageId), [this](const Core::Error& Error, const std::string&)
			{
				if (Error)
				{
					OnProblem.Broadcast(ToText(Error.slug), ToText(Error.message));
				}
			});
	}
}

int32 UPlayerSupportSubsystem::UnreadCount() const
{
	return Client.IsValid() ? Client->Support->unreadCount() : 0;
}

TArray<FPlayerSupportEntry> UPlayerSupportSubsystem::OutboxEntries()
{
	TArray<FPlayerSupportEntry> Entries;
	if (Client.IsValid())
	{
		for (const Core::OutboxEntry& Entry : Client->Support->outboxEntries())
		{
			Entries.Add(ToEntry(Entry));
		}
	}
	return Entries;
}

bool UPlayerSupportSubsystem::Retry(const FString& EntryId)
{
	return Client.IsValid() && Client->Support->retry(ToUtf8(EntryId));
}

bool UPlayerSupportSubsystem::Discard(const FString& EntryId)
{
	return Client.IsValid() && Client->Support->discard(ToUtf8(EntryId));
}

void UPlayerSupportSubsystem::SendNow()
{
	if (Client.IsValid())
	{
		Client->Support->sendNow();
	}
}

void UPlayerSupportSubsystem::SetUser(const FString& UserId)
{
	if (Client.IsValid())
	{
		Client->Support->setUser(ToUtf8(UserId));
	}
}

bool UPlayerSupportSubsystem::SignOut(bool bErase)
{
	return Client.IsValid() && Client->Support->signOut(bErase);
}
