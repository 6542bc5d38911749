# Uploads the files of one entry, one after the other. Large ones go up in parts by the tus
# protocol, and continue where the server is.

const Rules = preload("rules.gd")
const Entry = preload("entry.gd")

const PATH = "/api/v1/player/attachments"
const PARTS_PATH = "/api/v1/player/attachments/resumable"
const TIMEOUT_MS = 30000
# Each byte adds time.
const BYTES_PER_MS = 8
# If the server wants a longer wait (its daily limit), the file is left out.
const MAX_WAIT_SECONDS = 120
# Questions for the offset after a 409.
const MAX_CONFLICTS = 5
const MAX_NAME = 200

var _player
var _system
var _outbox
var _entry
# Of the current file.
var _at = 0
# Where the current part begins.
var _offset = 0
var _conflicts = 0


func _init(player, outbox, entry):
	_player = player
	_system = player.system
	_outbox = outbox
	_entry = entry


## Its requests may end later: they have no effect.
func close():
	_player = null
	_outbox = null


## Goes on with the next file that is not done.
func next():
	var files = _entry["files"]
	while _at < files.size() and _is_done(files[_at]):
		_at += 1
	if _at < files.size():
		_conflicts = 0
		_begin(files[_at])
		return
	var ids = []
	for file in files:
		if file["attachment_id"] != "":
			ids.append(file["attachment_id"])
	# From now on the ids stay: a retry must be the same request.
	_entry["body"]["attachments"] = ids
	_outbox.upload_ended(_entry, null)


func _is_done(file):
	return file["attachment_id"] != "" or file["error"] != null


func _file():
	return _entry["files"][_at]


func _begin(file):
	if file["size"] <= _player.part_bytes:
		_send_whole(file)
	elif file["upload_id"] != "":
		_ask_for_offset()
	else:
		_request({
			"path": PARTS_PATH,
			"headers": {
				"Upload-Length": str(file["size"]),
				"Upload-Metadata": "filename " + _system.base64(_system.utf8_bytes(_name_of(file))),
			},
			"expects": ["attachmentId"],
		}, "_on_begun")


# Servers refuse a request with a long header, and say no reason.
func _name_of(file):
	return file["name"].substr(0, MAX_NAME)


func _send_whole(file):
	var bytes = _outbox.bytes_of(_entry, _at, 0, file["size"])
	if bytes == null:
		_lose()
		return
	_request({
		"path": PATH,
		"headers": {
			# The server looks at the bytes: systems declare unknown types.
			"Content-Type": "application/octet-stream",
			"X-File-Name": _system.percent_encoded(_name_of(file)),
		},
		"bytes": bytes,
		"timeout": TIMEOUT_MS + file["size"] / BYTES_PER_MS,
		"expects": ["attachmentId"],
	}, "_on_whole")


func _request(request, method):
	if request["path"] != PATH:
		request["headers"]["Tus-Resumable"] = "1.0.0"
	_player.session.request(request, self, method, null)


func _on_whole(answer, _context):
	if _player == null:
		return
	if answer["error"] != null:
		_fail(answer["error"], PATH)
	else:
		_finish(answer["body"]["attachmentId"])


func _on_begun(answer, _context):
	if _player == null:
		return
	var error = answer["error"]
	if _is_unknown(error):
		# An older server takes files only in one request.
		_send_whole(_file())
	elif error != null:
		_fail(error, PATH)
	else:
		_file()["upload_id"] = answer["body"]["attachmentId"]
		_outbox.save_quietly(_entry)
		_send_part(0)


func _ask_for_offset():
	var path = PARTS_PATH + "/" + _system.percent_encoded(_file()["upload_id"])
	_request({
		"method": "GET", "path": path, "headers": {}, "expects": ["attachmentId"]
	}, "_on_offset")


func _on_offset(answer, _context):
	if _player == null:
		return
	var error = answer["error"]
	if _is_unknown(error):
		_start_over()
	elif error != null:
		_fail(error, PATH)
	else:
		_send_part(Rules.integer(answer["body"].get("offset"), -1))


func _send_part(offset):
	var file = _file()
	if offset < 0 or offset > file["size"]:
		_fail(Rules.local_error("foreign-response", "The offset is no offset."), PATH)
		return
	_offset = offset
	_tell_progress(offset)
	if offset == file["size"]:
		_finish(file["upload_id"])
		return
	var length = min(_player.part_bytes, file["size"] - offset)
	var bytes = _outbox.bytes_of(_entry, _at, offset, length)
	if bytes == null:
		_lose()
		return
	_request({
		"method": "PATCH",
		"path": PARTS_PATH + "/" + _system.percent_encoded(file["upload_id"]),
		"headers": {
			"Content-Type": "application/offset+octet-stream",
			"Upload-Offset": str(offset),
		},
		"bytes": bytes,
		"timeout": TIMEOUT_MS + length / BYTES_PER_MS,
		# Without it another server answered, such as a login page.
		"expects_header": "upload-offset",
	}, "_on_part")


func _on_part(answer, _context):
	if _player == null:
		return
	var error = answer["error"]
	if error == null:
		var offset = Rules.integer(answer["headers"]["upload-offset"].strip_edges(), -1)
		# Or a server that takes nothing would get the part for ever.
		_send_part(offset if offset > _offset else -1)
	elif error["status"] == 409 and error["path"].begins_with(PARTS_PATH) \
			and _conflicts < MAX_CONFLICTS:
		_conflicts += 1
		_ask_for_offset()
	elif _is_unknown(error):
		_start_over()
	else:
		_fail(error, PATH)


# The server does not know this upload or this path.
func _is_unknown(error):
	return Rules.is_final(error, PARTS_PATH) and [404, 405, 410].has(error["status"])


func _start_over():
	_file()["upload_id"] = ""
	_outbox.save_quietly(_entry)
	var message = "The server does not know the upload any more."
	_outbox.upload_ended(_entry, Rules.local_error("network", message))


func _lose():
	_leave_out(Rules.local_error("file-lost", "The device has lost the file."))


func _fail(error, path):
	var is_limit = error["status"] == 429 and error["path"].begins_with(path)
	if Rules.is_final(error, path) or (is_limit and error["retry_after"] > MAX_WAIT_SECONDS):
		_leave_out(error)
	else:
		_outbox.upload_ended(_entry, error)


# The message is sent without it.
func _leave_out(error):
	_file()["error"] = error
	_outbox.save_quietly(_entry)
	next()


func _finish(id):
	var file = _file()
	file["attachment_id"] = id
	file["uploaded_at"] = _player.http.server_time()
	# A restart must not upload it again.
	_outbox.save_quietly(_entry)
	_tell_progress(file["size"])
	next()


func _tell_progress(sent_of_file):
	var sent = sent_of_file
	var total = 0
	for at in range(_entry["files"].size()):
		total += _entry["files"][at]["size"]
		sent += _entry["files"][at]["size"] if at < _at else 0
	_player.tell("upload", {"entry_id": _entry["id"], "sent": sent, "total": total})
