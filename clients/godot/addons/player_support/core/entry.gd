# One text of the player in the outbox, as a Dictionary, and what is stored of it.

const Rules = preload("rules.gd")

const STATES = ["queued", "sending", "sent", "failed"]
# The server deletes files without a message after 7 days.
const MAX_UPLOAD_AGE_MS = 6 * 86400000
const MAX_FILES = 5


static func made(id, kind, ticket_id, body, written_at):
	return {
		"id": id,
		"kind": kind,
		# Of a new ticket: the id of its entry, until the ticket has one.
		"ticket_id": id if kind == "create" else ticket_id,
		"body": body,
		"state": "queued",
		"files": [],
		# Why the last try failed, even if another follows.
		"last_error": null,
		# Why it failed for good.
		"error": null,
		# When it was first sent, by the server's clock.
		"tried_at": null,
		"written_at": written_at,
	}


static func made_file(name, type):
	return {
		"name": name,
		"type": Rules.text_of(type),
		"size": 0,
		# Of its upload in parts, from the first part on.
		"upload_id": "",
		# From the server, once uploaded, and when.
		"attachment_id": "",
		"uploaded_at": 0,
		# Why the message is sent without it.
		"error": null,
	}


static func is_pending(entry):
	return entry["state"] == "queued" or entry["state"] == "sending"


static func file_key(entry, at):
	return "file-%s-%d" % [entry["id"], at]


static func stored(entry):
	var kept = entry.duplicate()
	kept.erase("file_name")
	return kept


## Builds an entry from what was read. Null: it is none. The storage can hold anything.
static func checked(value):
	if not Rules.is_object(value) or not Rules.is_object(value.get("body")):
		return null
	var id = Rules.text_of(value.get("id"))
	var kind = Rules.text_of(value.get("kind"))
	var state = Rules.text_of(value.get("state"))
	var ticket_id = Rules.text_of(value.get("ticket_id"))
	# The id becomes a header and the name of a file.
	if not Rules.is_hex(id) or ticket_id == "" or not STATES.has(state):
		return null
	if (kind != "create" and kind != "reply") or not Rules.is_text(value["body"].get("message")):
		return null
	var entry = made(id, kind, ticket_id, value["body"], Rules.integer(value.get("written_at"), 0))
	entry["ticket_id"] = ticket_id
	entry["state"] = "queued" if state == "sending" else state
	entry["last_error"] = checked_error(value.get("last_error"))
	entry["error"] = checked_error(value.get("error"))
	if state == "failed" and entry["error"] == null:
		entry["error"] = Rules.local_error("unknown")
	if Rules.is_number(value.get("tried_at")):
		entry["tried_at"] = int(value["tried_at"])
	var files = value.get("files")
	for file in files if Rules.is_list(files) else []:
		entry["files"].append(_checked_file(file))
	return entry


static func _checked_file(value):
	if not Rules.is_object(value):
		value = {}
	var file = made_file(Rules.text_of(value.get("name"), "file"), value.get("type"))
	file["size"] = Rules.integer(value.get("size"), 0)
	file["upload_id"] = Rules.text_of(value.get("upload_id"))
	file["attachment_id"] = Rules.text_of(value.get("attachment_id"))
	file["uploaded_at"] = Rules.integer(value.get("uploaded_at"), 0)
	file["error"] = checked_error(value.get("error"))
	return file


static func checked_error(value):
	if not Rules.is_object(value):
		return null
	var error = Rules.local_error(Rules.text_of(value.get("slug"), "unknown"))
	error["message"] = Rules.text_of(value.get("message"), error["slug"])
	error["status"] = Rules.integer(value.get("status"), 0)
	error["path"] = Rules.text_of(value.get("path"))
	error["errors"] = Rules.errors_of(value.get("errors"))
	return error


## Before its first try: files that the server may have forgotten go up again. True if any does.
static func forget_old_uploads(entry, server_time):
	var has_old = false
	for file in entry["files"]:
		if file["attachment_id"] != "" and server_time - file["uploaded_at"] > MAX_UPLOAD_AGE_MS:
			file["attachment_id"] = ""
			file["upload_id"] = ""
			has_old = true
	if has_old:
		entry["body"].erase("attachments")
	return has_old
