# Texts on their way: stored first, then sent with the same key until the server answers, those
# of a ticket in order. Each entry is one file, so that damage loses one entry.

const Rules = preload("rules.gd")
const Upload = preload("upload.gd")
const Entry = preload("entry.gd")

const MAX_UNSENT = 200
const MAX_SENT = 20
const MAX_UPLOADS = 3
# The server recognizes keys for 7 days. Older entries could be accepted twice.
const MAX_AGE_MS = 6 * 86400000

# Oldest first.
var entries = []
var _player
var _system
var _store
var _last_number = 0
# By ticket: `failures`, `due_at`, `blocked_until` (the server told to wait).
var _retries = {}
# Ticket ids by the id of the entry that made the ticket.
var _created = {}
# By entry id.
var _uploads = {}
# The id of the entry that is being sent. "": none.
var _sending = ""


func _init(player):
	_player = player
	_system = player.system
	_store = player.store
	_load()


func close():
	stop()
	_player = null


func _load():
	for name in _store.names("entry-"):
		var read = _store.read_json(name)
		var entry = Entry.checked(read["value"])
		_last_number = max(_last_number, Rules.integer(name.substr(6, 10), 0))
		if read["state"] == "failed":
			continue
		if entry == null or find(entry["id"]) != null:
			_store.drop(name)
			_player.tell("error", Rules.local_error("storage", "A stored entry was damaged."))
			continue
		entry["file_name"] = name
		entries.append(entry)
		_remember_ticket(entry)
	for entry in entries:
		entry["ticket_id"] = ticket_of(entry["ticket_id"])
	_remove_unneeded_files()


# A kill may have left files of entries that are sent or were never stored.
func _remove_unneeded_files():
	var needed = {}
	for entry in entries:
		if entry["state"] != "sent":
			for at in range(entry["files"].size()):
				needed[Entry.file_key(entry, at)] = true
	for name in _store.names("file-"):
		if not needed.has(name):
			_store.drop(name)


func find(id):
	for entry in entries:
		if entry["id"] == id:
			return entry
	return null


## The id of the ticket that this entry has made, or what was given.
func ticket_of(id):
	return _created.get(id, id)


func _remember_ticket(entry):
	if entry["kind"] == "create" and entry["state"] == "sent":
		_created[entry["id"]] = entry["ticket_id"]


## Stores a text with its files, and returns the entry's id. "": the outbox is full.
func add(kind, ticket_id, body, files):
	var unsent = 0
	for entry in entries:
		unsent += 0 if entry["state"] == "sent" else 1
	if unsent >= MAX_UNSENT:
		var message = "%d entries are pending or failed." % MAX_UNSENT
		_player.tell("error", Rules.local_error("outbox-full", message))
		return ""
	var id = _system.random_hex(16)
	var entry = Entry.made(id, kind, ticket_of(ticket_id), body, _system.wall_ms())
	_last_number += 1
	entry["file_name"] = "entry-%010d-%s.json" % [_last_number, id]
	# The files first: a stored entry has its files.
	for at in range(files.size()):
		entry["files"].append(_stored_file(entry, at, files[at]))
	entries.append(entry)
	_save(entry)
	return id


func _stored_file(entry, at, file):
	var kept = Entry.made_file(Rules.text_of(file.get("name"), "file"), file.get("type"))
	var bytes = file.get("bytes")
	if bytes == null:
		bytes = _system.read_file(Rules.text_of(file.get("path")))
	if bytes == null:
		kept["error"] = Rules.local_error("file-lost", "The file cannot be read.")
		return kept
	kept["size"] = _system.count(bytes)
	_store.put_bytes(Entry.file_key(entry, at), bytes)
	return kept


## Returns bytes of a file, or null if the device has lost them.
func bytes_of(entry, at, offset, length):
	return _store.bytes_of(Entry.file_key(entry, at), offset, length)


# Stores it, and tells the game.
func _save(entry):
	save_quietly(entry)
	_player.tell("outbox", view(entry))


func save_quietly(entry):
	_store.put_json(entry["file_name"], Entry.stored(entry))


## A copy for the game.
func view(entry):
	var shown = Entry.stored(entry).duplicate(true)
	shown["is_stored"] = _store.is_saved(entry["file_name"])
	for at in range(shown["files"].size()):
		var file = shown["files"][at]
		file["is_stored"] = file["size"] > 0 and _store.is_saved(Entry.file_key(entry, at))
	return shown


func views():
	var shown = []
	for entry in entries:
		shown.append(view(entry))
	return shown


## Makes due what the server did not tell to wait.
func start():
	for ticket in _retries:
		var retry = _retries[ticket]
		retry["due_at"] = min(retry["due_at"], retry["blocked_until"])


func stop():
	for id in _uploads:
		_uploads[id].close()
	_uploads = {}
	_sending = ""
	for entry in entries:
		if entry["state"] == "sending":
			entry["state"] = "queued"


## Sends what is due: the oldest pending entry of each ticket, one message at a time.
func update():
	var seen = {}
	var now = _system.now_ms()
	for entry in entries.duplicate():
		var ticket = entry["ticket_id"]
		if not Entry.is_pending(entry) or seen.has(ticket):
			continue
		seen[ticket] = true
		if _uploads.has(entry["id"]) or entry["id"] == _sending:
			continue
		if _retries.has(ticket) and _retries[ticket]["due_at"] > now:
			continue
		var creation = find(ticket)
		if entry["kind"] == "reply" and creation != null and creation["state"] == "failed":
			_fail(entry, creation["error"])
		elif entry["files"].size() > 0 and not entry["body"].has("attachments"):
			_upload(entry)
		elif _sending == "":
			_send(entry)


## Tells which entries are stored now, after the storage refused them.
func tell_stored():
	for entry in entries:
		if Entry.is_pending(entry) and _store.is_saved(entry["file_name"]):
			_player.tell("outbox", view(entry))


func _upload(entry):
	if _uploads.size() >= MAX_UPLOADS:
		return
	if not _player.http.is_time_known():
		_ask_for_time(entry)
		return
	var upload = Upload.new(_player, self, entry)
	_uploads[entry["id"]] = upload
	upload.next()


## An upload of this entry has ended. `error`: why it should be tried again, or null.
func upload_ended(entry, error):
	_uploads[entry["id"]].close()
	_uploads.erase(entry["id"])
	if error != null:
		_retry_later(entry, error)
		return
	_retries.erase(entry["ticket_id"])
	_save(entry)


# Ages need the server's time, which every response tells.
func _ask_for_time(entry):
	if _sending == "":
		_sending = entry["id"]
		_player.session.request(_player.inbox.request(), self, "_on_time", entry["id"])


func _on_time(answer, id):
	_sending = ""
	var entry = find(id)
	if answer["error"] != null and entry != null:
		_retry_later(entry, answer["error"])


func _send(entry):
	if not _player.http.is_time_known():
		_ask_for_time(entry)
		return
	var time = _player.http.server_time()
	if entry["tried_at"] != null and time - entry["tried_at"] > MAX_AGE_MS:
		_fail(entry, Rules.local_error("outbox-expired"))
		return
	if entry["tried_at"] == null:
		if Entry.forget_old_uploads(entry, time):
			return
		entry["tried_at"] = time
	_sending = entry["id"]
	entry["state"] = "sending"
	# Stored first: the server may have it from now on.
	_save(entry)
	_player.session.request(_request_of(entry), self, "_on_answer", entry["id"])


func _request_of(entry):
	var request = {
		"path": "/api/v1/tickets",
		"headers": {"Idempotency-Key": entry["id"]},
		"json": entry["body"].duplicate(),
		"expects": ["ticketId"],
	}
	if entry["kind"] == "reply":
		request["path"] += "/%s/messages" % _system.percent_encoded(entry["ticket_id"])
		request["expects"] = ["messageId"]
	else:
		request["json"]["projectPublicKey"] = _player.project
	return request


func _on_answer(answer, id):
	_sending = ""
	var entry = find(id)
	if entry == null:
		return
	var error = answer["error"]
	if error == null:
		_succeed(entry, answer["body"])
	elif Rules.is_final(error, _request_of(entry)["path"]):
		_fail(entry, error)
	else:
		_retry_later(entry, error)


func _succeed(entry, result):
	_retries.erase(entry["ticket_id"])
	entry["state"] = "sent"
	entry["last_error"] = null
	_mark_refused_files(entry, result.get("refusedAttachments"))
	if entry["kind"] == "create":
		entry["ticket_id"] = result["ticketId"]
		_remember_ticket(entry)
	_save(entry)
	for other in entries:
		if other["ticket_id"] == entry["id"]:
			other["ticket_id"] = ticket_of(entry["id"])
			save_quietly(other)
	_drop_files(entry)
	_drop_old_sent()
	_player.tell("ticket", {"ticket_id": entry["ticket_id"]})
	_player.inbox.poll_soon()


# The server had forgotten them: the message is there without them.
func _mark_refused_files(entry, refused):
	for file in entry["files"]:
		if Rules.is_list(refused) and refused.has(file["attachment_id"]):
			file["error"] = Rules.local_error("file-lost", "The server has lost the file.")


func _fail(entry, error):
	_retries.erase(entry["ticket_id"])
	entry["state"] = "failed"
	entry["error"] = error
	entry["last_error"] = error
	_save(entry)


func _retry_later(entry, error):
	var ticket = entry["ticket_id"]
	var failures = _retries[ticket]["failures"] if _retries.has(ticket) else 0
	var now = _system.now_ms()
	_retries[ticket] = {
		"failures": failures + 1,
		"due_at": now + Rules.back_off(failures, error["retry_after"], _system.chance()),
		"blocked_until": now + error["retry_after"] * 1000,
	}
	entry["state"] = "queued"
	entry["last_error"] = error
	_save(entry)
	_player.tell("error", error)


## Sends a failed entry again; for a ticket, its failed replies too.
func retry(id):
	for entry in entries:
		if entry["state"] == "failed" and (entry["id"] == id or entry["ticket_id"] == id):
			entry["state"] = "queued"
			entry["error"] = null
			entry["last_error"] = null
			entry["tried_at"] = null
			_save(entry)


## Removes a failed entry.
func discard(id):
	var entry = find(id)
	if entry != null and entry["state"] == "failed":
		_remove(entry)


func _drop_old_sent():
	var excess = -MAX_SENT
	for entry in entries:
		excess += 1 if entry["state"] == "sent" else 0
	for entry in entries.duplicate():
		if excess > 0 and entry["state"] == "sent":
			excess -= 1
			_remove(entry)


func _remove(entry):
	entries.erase(entry)
	_store.drop(entry["file_name"])
	_drop_files(entry)


func _drop_files(entry):
	for at in range(entry["files"].size()):
		_store.drop(Entry.file_key(entry, at))
