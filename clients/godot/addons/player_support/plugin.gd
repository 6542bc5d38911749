@tool
extends EditorPlugin
## Adds the autoload PlayerSupport and its project settings.

const AUTOLOAD := "PlayerSupport"
const SETTINGS := {
	"player_support/base_url": "http://127.0.0.1:8080",
	"player_support/project_public_key": "",
}


func _enable_plugin() -> void:
	add_autoload_singleton(AUTOLOAD, "res://addons/player_support/player_support.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)


func _enter_tree() -> void:
	var is_new := false
	for setting: String in SETTINGS:
		if not ProjectSettings.has_setting(setting):
			ProjectSettings.set_setting(setting, SETTINGS[setting])
			is_new = true
		ProjectSettings.set_initial_value(setting, "")
		ProjectSettings.set_as_basic(setting, true)
	if is_new:
		ProjectSettings.save()
