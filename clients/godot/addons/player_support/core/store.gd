# The files of one player, by a prefix. Never fails: what the storage refuses is kept in memory,
# told as an error `storage`, and stored again later.

const Rules = preload("rules.gd")
const JsonText = preload("json_text.gd")

const RETRY_MS = 5000
# A larger file is not of this client.
const MAX_JSON_BYTES = 4194304

# Nothing is written: the storage could not say which player this is.
var is_volatile = false
var owner_file = ""
var _system
var _storage
var _prefix
# Called with an error: object and method.
var _target
var _method
# By name: bytes, or null to remove it.
var _unsaved = {}
var _retry_at = 0


func _init(platform, prefix, target, method):
	_system = platform.system
	_storage = platform.storage
	_prefix = prefix
	_target = target
	_method = method


func close():
	_target = null


## Returns the names that begin with `start`, sorted.
func names(start):
	var found = []
	var all = _storage.list()
	for name in all if all != null else []:
		if name.begins_with(_prefix + start):
			found.append(name.substr(_prefix.length(), name.length()))
	found.sort()
	return found


## Returns `{"state": "ok" | "missing" | "damaged" | "failed", "value": ...}`.
func read_json(name):
	var got = _storage.read(_prefix + name, 0, MAX_JSON_BYTES)
	if got["state"] != "ok":
		return {"state": got["state"], "value": null}
	var value = _system.parse_json(_system.utf8_text(got["bytes"]))
	return {"state": "damaged" if value == null else "ok", "value": value}


## Stores it. False: it is only in memory, and tried again.
func put_json(name, value):
	return put_bytes(name, _system.utf8_bytes(JsonText.write(value)))


func put_bytes(name, bytes):
	if not is_volatile and _has_owner(name) and _storage.write(_prefix + name, bytes):
		_unsaved.erase(name)
		return true
	_keep(name, bytes, "The storage refused %s." % name)
	return false


# The file that says whose files these are comes first: without it, they are nobody's.
func _has_owner(name):
	if name == owner_file or not _unsaved.has(owner_file):
		return true
	if not _storage.write(_prefix + owner_file, _unsaved[owner_file]):
		return false
	_unsaved.erase(owner_file)
	return true


func drop(name):
	if is_volatile or _storage.remove(_prefix + name):
		_unsaved.erase(name)
	else:
		_keep(name, null, "The storage does not remove %s." % name)


func _keep(name, bytes, message):
	if _unsaved.size() == 0:
		_retry_at = _system.now_ms() + RETRY_MS
	_unsaved[name] = bytes
	if not is_volatile and _target != null:
		_target.call(_method, Rules.local_error("storage", message))


func is_saved(name):
	return not is_volatile and not _unsaved.has(name)


## Returns `length` bytes from `offset`, or null if they are not there.
func bytes_of(name, offset, length):
	if _unsaved.has(name):
		var kept = _unsaved[name]
		return null if kept == null else _system.part(kept, offset, length)
	var got = _storage.read(_prefix + name, offset, length)
	if got["state"] != "ok" or _system.count(got["bytes"]) != length:
		return null
	return got["bytes"]


## Stores again what was refused, if it is time. Returns whether anything changed.
func retry():
	if is_volatile or _unsaved.size() == 0 or _system.now_ms() < _retry_at:
		return false
	_retry_at = _system.now_ms() + RETRY_MS
	var has_changed = false
	for name in _unsaved.keys():
		if not _unsaved.has(name):
			continue
		var bytes = _unsaved[name]
		var is_done = false
		if bytes == null:
			is_done = _storage.remove(_prefix + name)
		elif _has_owner(name):
			is_done = _storage.write(_prefix + name, bytes)
		if is_done:
			_unsaved.erase(name)
			has_changed = true
	return has_changed
