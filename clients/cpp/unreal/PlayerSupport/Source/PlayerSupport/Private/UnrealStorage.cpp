#include "UnrealStorage.h"

#include "GenericPlatform/GenericPlatformFile.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformFileManager.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"

using player_support::ReadResult;

namespace
{
	const TCHAR* const Unfinished = TEXT(".new");

	bool ReadWhole(const FString& Path, std::string& Content)
	{
		TArray<uint8> Bytes;
		if (!FFileHelper::LoadFileToArray(Bytes, *Path, FILEREAD_Silent))
		{
			return false;
		}
		Content.assign(reinterpret_cast<const char*>(Bytes.GetData()), static_cast<std::size_t>(Bytes.Num()));
		return true;
	}
}

FUnrealStorage::FUnrealStorage() : Folder(FPaths::ProjectSavedDir() / TEXT("PlayerSupport"))
{
}

FString FUnrealStorage::PathOf(const std::string& Name) const
{
	return Folder / UTF8_TO_TCHAR(Name.c_str());
}

ReadResult FUnrealStorage::read(const std::string& Name, std::string& Content)
{
	IFileManager& Files = IFileManager::Get();
	FString Path = PathOf(Name);
	if (!Files.FileExists(*Path))
	{
		// Unreal replaces a file in two steps. The process may have ended between them.
		Path += Unfinished;
		if (!Files.FileExists(*Path))
		{
			return ReadResult::missing;
		}
	}
	return ReadWhole(Path, Content) ? ReadResult::found : ReadResult::failed;
}

bool FUnrealStorage::write(const std::string& Name, const std::string& Content)
{
	const FString Path = PathOf(Name);
	const FString New = Path + Unfinished;
	IFileManager::Get().MakeDirectory(*Folder, true);
	{
		const TUniquePtr<IFileHandle> File(FPlatformFileManager::Get().GetPlatformFile().OpenWrite(*New));
		const bool bWritten = File.IsValid() &&
			File->Write(reinterpret_cast<const uint8*>(Content.data()), static_cast<int64>(Content.size())) &&
			File->Flush(true);
		if (!bWritten)
		{
			return false;
		}
	}
	return IFileManager::Get().Move(*Path, *New, true, true);
}

bool FUnrealStorage::remove(const std::string& Name)
{
	const FString Path = PathOf(Name);
	IFileManager& Files = IFileManager::Get();
	Files.Delete(*(Path + Unfinished), false, true, true);
	Files.Delete(*Path, false, true, true);
	return !Files.FileExists(*Path);
}

bool FUnrealStorage::list(std::vector<std::string>& Names)
{
	TArray<FString> Found;
	IFileManager::Get().FindFiles(Found, *(Folder / TEXT("*")), true, false);
	TSet<FString> Unique;
	for (FString& Name : Found)
	{
		Name.RemoveFromEnd(Unfinished);
		Unique.Add(Name);
	}
	Names.clear();
	for (const FString& Name : Unique)
	{
		Names.push_back(TCHAR_TO_UTF8(*Name));
	}
	return true;
}

bool FUnrealStorage::readPath(const std::string& Path, std::size_t MaxBytes, std::string& Content)
{
	const TUniquePtr<IFileHandle> File(
		FPlatformFileManager::Get().GetPlatformFile().OpenRead(UTF8_TO_TCHAR(Path.c_str())));
	if (!File.IsValid())
	{
		return false;
	}
	const int64 Size = FMath::Min(File->Size(), static_cast<int64>(MaxBytes));
	Content.resize(static_cast<std::size_t>(Size));
	return File->Read(reinterpret_cast<uint8*>(&Content[0]), Size);
}
