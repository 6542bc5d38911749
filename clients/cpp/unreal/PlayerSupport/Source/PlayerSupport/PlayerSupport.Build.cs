using UnrealBuildTool;

public class PlayerSupport : ModuleRules
{
	public PlayerSupport(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.NoPCHs;
		// The core has names of its own in unnamed namespaces.
		bUseUnity = false;
		PublicDependencyModuleNames.AddRange(new[] { "Core", "CoreUObject", "Engine" });
		PrivateDependencyModuleNames.Add("HTTP");
	}
}
