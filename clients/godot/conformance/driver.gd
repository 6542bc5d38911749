extends SceneTree
# The driver of the conformance suite: commands and events are lines of JSON. Godot 3.2 can neither
# read standard input nor write only to standard output, so relay.mjs passes them on by TCP.

const Platform3 = preload("platform_3.gd")
const CAPABILITIES = [
	"fastTime", "clock", "slowStorage", "replyBeforeSent", "users", "sendNow", "retry", "files",
	"fileParts"
]
const PART_BYTES = 262144
const BUSY_SLEEP_USEC = 1500
const IDLE_SLEEP_USEC = 5000

var _stream = StreamPeerTCP.new()
var _received = PoolByteArray()
var _core
var _json
var _entry
var _transport
var _platform
var _support
var _folder = ""
# Ids of commands by the number of their answer.
var _answers = []


func _initialize():
	var core = ProjectSettings.globalize_path("res://") + "../addons/player_support/core/"
	_core = load(core + "player_support.gd")
	_json = load(core + "json_text.gd")
	_entry = load(core + "entry.gd")
	_transport = load(core + "transport.gd")
	_stream.connect_to_host("127.0.0.1", int(OS.get_environment("DRIVER_PORT")))
	while _stream.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		OS.delay_usec(BUSY_SLEEP_USEC)
	_stream.set_no_delay(true)
	_write({
		"event": "hello", "protocol": 1, "client": "Godot", "capabilities": CAPABILITIES
	})


func _idle(_delta):
	var is_idle = _platform == null or _platform.transport.is_idle()
	OS.delay_usec(IDLE_SLEEP_USEC if is_idle else BUSY_SLEEP_USEC)
	if _stream.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		return true
	var count = _stream.get_available_bytes()
	if count > 0:
		_received.append_array(_stream.get_partial_data(count)[1])
		_read_lines()
	if _support != null:
		_support.update()
	return false


func _write(event):
	_stream.put_data((_json.write(event) + "\n").to_utf8())


func _read_lines():
	# Whole lines only: a large file comes in many pieces.
	var end = _received.size() - 1
	while end >= 0 and _received[end] != 10:
		end -= 1
	if end < 0:
		return
	var text = _received.subarray(0, end).get_string_from_utf8()
	if end + 1 < _received.size():
		_received = _received.subarray(end + 1, _received.size() - 1)
	else:
		_received = PoolByteArray()
	for line in text.split("\n", false):
		_run(JSON.parse(line).result)


func _run(command):
	match command["command"]:
		"create":
			command["files"] = _files(command)
			_support.create_ticket(command)
		"reply":
			_support.reply(command["ticket"], command["message"], _files(command))
		"list":
			_support.list_tickets(_waiter(command, ""), "on_answer")
		"get":
			_support.get_ticket(command["ticketId"], _waiter(command, ""), "on_answer")
		"inbox":
			_support.inbox_messages(_waiter(command, "inbox"), "on_answer")
		"markRead":
			_support.mark_read(command["messageId"], _waiter(command, ""), "on_answer")
		_:
			_done(command["id"], _run_now(command))


func _run_now(command):
	match command["command"]:
		"start":
			_start(command)
		"stop":
			_support.stop()
			# What was told before it stopped.
			_support.update()
			_support.close()
			_support = null
		"entries":
			return _entries()
		"setUser":
			_support.set_user(command["userId"])
		"signOut":
			_support.sign_out(command.get("erase", false))
		"sendNow":
			_support.send_now()
		"retry", "discard":
			for entry in _support.outbox_entries():
				if entry["body"]["message"] == command["message"]:
					_support.call(command["command"], entry["id"])
					break
	return null


func _files(command):
	var files = []
	for file in command.get("files", []):
		var bytes = Marshalls.base64_to_raw(file["content"])
		files.append({"name": file["name"], "type": file["type"], "bytes": bytes})
	return files


func _start(command):
	_folder = command["storage"]
	_platform = Platform3.new(_transport, _folder, command.get("speed", 1.0),
			int(command.get("clockOffset", 0)), command.get("storageDelay", 0))
	_support = _core.new(_platform, {
		"base_url": command["baseUrl"],
		"project_public_key": command["projectPublicKey"],
		"user_id": command.get("userId"),
		"context": command.get("context"),
		"part_bytes": int(command.get("partBytes", PART_BYTES)),
	})
	_support.on("outbox", self, "_on_outbox")
	_support.on("message", self, "_on_message")
	_support.on("unread", self, "_on_unread")
	_support.on("error", self, "_on_error")
	_support.start()


func _on_outbox(entry):
	var message = entry["body"]["message"]
	for file in entry["files"]:
		if file["is_stored"]:
			_write({"event": "fileStored", "message": message, "name": file["name"]})
	for file in _missing(entry):
		_write({
			"event": "fileMissing", "message": message, "name": file["name"], "slug": file["slug"]
		})
	if entry["state"] == "sent":
		_write({"event": "sent", "message": message, "ticketId": entry["ticket_id"]})
	elif entry["state"] == "failed":
		_write({"event": "failed", "message": message, "slug": entry["error"]["slug"]})
	elif entry["is_stored"]:
		_write({"event": "stored", "message": message, "entry": entry["id"]})


func _on_message(message):
	_write({"event": "message", "id": message["id"], "body": message["body"]})


func _on_unread(count):
	_write({"event": "unread", "count": count})


func _on_error(error):
	_write({"event": "error", "slug": error["slug"]})


func _missing(entry):
	var missing = []
	for file in entry["files"]:
		if file["error"] != null:
			missing.append({"name": file["name"], "slug": file["error"]["slug"]})
	return missing


func _entries():
	var shown = []
	for entry in _support.outbox_entries():
		var is_pending = _entry.is_pending(entry)
		var one = {
			"message": entry["body"]["message"],
			"state": "pending" if is_pending else entry["state"],
			"missing": _missing(entry),
		}
		if entry["error"] != null:
			one["slug"] = entry["error"]["slug"]
		shown.append(one)
	return shown


func _done(id, result):
	_write({"event": "done", "id": id, "result": result})


# Kept here: the client only calls it.
func _waiter(command, what):
	var waiter = Waiter.new()
	waiter.driver = self
	waiter.id = command["id"]
	waiter.what = what
	_answers.append(waiter)
	return waiter


func answered(waiter, answer):
	_answers.erase(waiter)
	if answer["error"] != null:
		_write({"event": "done", "id": waiter.id, "slug": answer["error"]["slug"]})
		return
	var result = answer["value"]
	if waiter.what == "inbox":
		result = []
		for message in answer["value"]:
			var is_read = message.get("readAt") != null
			result.append({"id": message["id"], "body": message["body"], "read": is_read})
	_done(waiter.id, result)


class Waiter:
	var driver
	var id
	var what

	func on_answer(answer):
		driver.answered(self, answer)
