extends Node
## The autoload PlayerSupport: the client of one installation of the game.
##
## Functions that ask the server are awaited: `var answer = await PlayerSupport.list_tickets()`.
## The answer has `value`, or `error` with `slug`, `status`, `message`, `errors` and `retry_after`.

## A new unread message of the inbox, told once: `title`, `body`, `ticketId` and more.
signal message(message: Dictionary)
## The number of unread messages changed.
signal unread(count: int)
## An entry changed: queued, sending, sent, failed, or stored.
signal outbox(entry: Dictionary)
## More of an entry's files is uploaded: `entry_id`, `sent` and `total` in bytes.
signal upload(progress: Dictionary)
## A poll, a try to send or the storage failed. The client goes on by itself, but a wrong key or
## URL needs you.
signal error(problem: Dictionary)
## This ticket changed.
signal ticket(change: Dictionary)

const Core = preload("core/player_support.gd")
const Platform4 = preload("platform_4.gd")
const PANEL = "res://addons/player_support/panel.tscn"
const FOLDER := "user://player_support"
const PANEL_LAYER := 100

var _core
var _panel_layer: CanvasLayer


func _ready() -> void:
	# Support works while the game is paused.
	process_mode = Node.PROCESS_MODE_ALWAYS


func _process(_delta: float) -> void:
	if _core != null:
		_core.update()


func _notification(what: int) -> void:
	if what == NOTIFICATION_APPLICATION_RESUMED and _core != null and _core.is_started():
		_core.start()


func _exit_tree() -> void:
	if _core != null:
		_core.close()
		_core = null


## Says which server and who plays, before `start`. Without it, the project settings under
## `player_support` are used. `options`: `base_url`, `project_public_key`, and if needed `user_id`,
## `context`, `part_bytes` (see core/player_support.gd), `folder` and `platform`.
func setup(options: Dictionary) -> void:
	if _core != null:
		_core.close()
		# Who still awaits an answer gets an error.
		_core.update()
	var platform = options.get("platform")
	if platform == null:
		platform = Platform4.new(options.get("folder", FOLDER))
	_core = Core.new(platform, options)
	_core.on("message", self, "_on_message")
	_core.on("unread", self, "_on_unread")
	_core.on("outbox", self, "_on_outbox")
	_core.on("upload", self, "_on_upload")
	_core.on("error", self, "_on_error")
	_core.on("ticket", self, "_on_ticket")


func _on_message(value: Dictionary) -> void:
	message.emit(value)


func _on_unread(count: int) -> void:
	unread.emit(count)


func _on_outbox(entry: Dictionary) -> void:
	outbox.emit(entry)


func _on_upload(progress: Dictionary) -> void:
	upload.emit(progress)


func _on_error(problem: Dictionary) -> void:
	error.emit(problem)


func _on_ticket(change: Dictionary) -> void:
	ticket.emit(change)


## The client itself, with callbacks in place of `await`: see core/player_support.gd.
func client():
	if _core == null:
		setup({
			"base_url": ProjectSettings.get_setting("player_support/base_url", ""),
			"project_public_key":
				ProjectSettings.get_setting("player_support/project_public_key", ""),
			"context": device_context(),
		})
	return _core


## What the engine knows for the context: platform, locale, device and version of the game.
func device_context() -> Dictionary:
	return {
		"appVersion": str(ProjectSettings.get_setting("application/config/version", "")),
		"platform": OS.get_name(),
		"locale": OS.get_locale().replace("_", "-"),
		"deviceModel": OS.get_model_name(),
		"osVersion": OS.get_version(),
	}


## Sends what waits, and polls the inbox. Call it also when the network is back.
func start() -> void:
	client().start()


## Ends all requests. What waits is sent after the next `start`.
func stop() -> void:
	client().stop()


## Stores a ticket, then sends it exactly once, also after a restart. Returns the id of its entry
## in the outbox, or "" (the signal `error` says why). `files`: at most five Dictionaries with
## `name`, `type` and `bytes` or `path`. `answers`: by the names of the fields. They need the
## `form_version` of the type, which `ticket_types` has as `formVersion`.
func create_ticket(
	type: String,
	subject: String,
	text: String,
	files: Array = [],
	answers: Dictionary = {},
	form_version: int = 0
) -> String:
	var new_ticket := {"type": type, "subject": subject, "message": text, "files": files}
	new_ticket["answers"] = answers
	new_ticket["form_version"] = form_version
	return client().create_ticket(new_ticket)


## Stores a reply, then sends it after earlier ones of its ticket. `ticket_id`: for a ticket that is
## not sent yet, the id of its entry.
func reply(ticket_id: String, text: String, files: Array = []) -> String:
	return client().reply(ticket_id, text, files)


## The tickets, latest activity first, at most 100: an Array in `value`.
func list_tickets() -> Dictionary:
	var asked := Asked.new()
	client().list_tickets(asked, "finish")
	return await asked.finished


## A ticket with its `messages`, oldest first. Marks the replies of the team as read.
func get_ticket(ticket_id: String) -> Dictionary:
	var asked := Asked.new()
	client().get_ticket(ticket_id, asked, "finish")
	return await asked.finished


## The newest 50 messages, newest first: an Array in `value`.
func inbox_messages() -> Dictionary:
	var asked := Asked.new()
	client().inbox_messages(asked, "finish")
	return await asked.finished


## Marks a message as read. Repeats have no effect.
func mark_read(message_id: String) -> Dictionary:
	var asked := Asked.new()
	client().mark_read(message_id, asked, "finish")
	return await asked.finished


## The ticket types, with the questions of their forms: an Array in `value`.
func ticket_types(locale: String = "") -> Dictionary:
	var asked := Asked.new()
	client().ticket_types(locale, asked, "finish")
	return await asked.finished


## Sends a request as the player, for operations without a function here, such as "POST" to
## "/api/v1/player/link". `path` is below /api/v1/player/, `body` a Dictionary or null. It is not
## repeated. `value` is the body of the response, empty after a 204.
func request(method: String, path: String, body = null) -> Dictionary:
	var asked := Asked.new()
	client().request(method, path, body, asked, "finish")
	return await asked.finished


## The unread messages that the client knows. 0 before the first poll.
func unread_count() -> int:
	return 0 if _core == null else _core.unread_count()


## Pending and failed entries, and the newest 20 sent ones, oldest first.
func outbox_entries() -> Array:
	return client().outbox_entries()


## Sends a failed entry again; for a ticket, its failed replies too.
func retry(entry_id: String) -> void:
	client().retry(entry_id)


## Removes a failed entry.
func discard(entry_id: String) -> void:
	client().discard(entry_id)


## Tries pending entries now, except those that the server told to wait.
func send_now() -> void:
	client().send_now()


## What the team sees about the game and the device. Sent with the next request. `context`: see
## `device_context`. Long texts are cut.
func set_context(context: Dictionary) -> void:
	client().set_context(context)


## Each user has a player of its own. The first user takes over the player without a user.
func set_user(user_id: String) -> void:
	client().set_user(user_id)


## Continues without a user. `erase`: removes everything of the player from the device, also
## what is not sent.
func sign_out(erase: bool = false) -> void:
	client().sign_out(erase)


## Takes a picture of the game, then opens the panel. Starts the client if needed.
func open_panel() -> void:
	if is_panel_open():
		return
	_panel_layer = CanvasLayer.new()
	_panel_layer.layer = PANEL_LAYER
	add_child(_panel_layer)
	await RenderingServer.frame_post_draw
	var picture := get_viewport().get_texture().get_image()
	if not is_panel_open():
		return
	start()
	var panel = load(PANEL).instantiate()
	panel.setup(self, picture)
	_panel_layer.add_child(panel)


func close_panel() -> void:
	if is_panel_open():
		_panel_layer.queue_free()
		_panel_layer = null


func is_panel_open() -> bool:
	return _panel_layer != null


# One question to the server.
class Asked:
	extends RefCounted
	signal finished(answer: Dictionary)

	func finish(answer: Dictionary) -> void:
		finished.emit(answer)
