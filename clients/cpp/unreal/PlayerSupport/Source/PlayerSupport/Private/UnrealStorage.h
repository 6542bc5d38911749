// Not compiled here: see README.md of this plugin.
#pragma once

#include "CoreMinimal.h"
#include "player_support.h"

/** Keeps files in `Saved/PlayerSupport`. One process at a time may use it. */
class FUnrealStorage : public player_support::Storage
{
public:
	FUnrealStorage();

	virtual player_support::ReadResult read(const std::string& Name, std::string& Content) override;
	virtual bool write(const std::string& Name, const std::string& Content) override;
	virtual bool remove(const std::string& Name) override;
	virtual bool list(std::vector<std::string>& Names) override;
	virtual bool tryLock() override { return true; }
	virtual void unlock() override {}
	virtual bool readPath(const std::string& Path, std::size_t MaxBytes, std::string& Content) override;

private:
	FString PathOf(const std::string& Name) const;

	FString Folder;
};
