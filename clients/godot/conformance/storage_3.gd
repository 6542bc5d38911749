# The files of one folder, in Godot 3.2. Like Godot 4, it has no fsync.

const BESIDE = ".new"

var _folder
var _delay_ms


func _init(folder, delay_ms):
	_folder = folder
	_delay_ms = delay_ms


func list():
	var directory = Directory.new()
	if directory.make_dir_recursive(_folder) != OK or directory.open(_folder) != OK:
		return null
	directory.list_dir_begin(true, false)
	var names = []
	var name = directory.get_next()
	while name != "":
		if not directory.current_is_dir():
			names.append(name)
		name = directory.get_next()
	return _without_halves(directory, names)


# A kill can leave a file that is not renamed yet.
func _without_halves(directory, names):
	var whole = []
	for name in names:
		var wanted = name.substr(0, name.length() - BESIDE.length())
		if not name.ends_with(BESIDE):
			whole.append(name)
		elif names.has(wanted):
			directory.remove(_path(name))
		elif directory.rename(_path(name), _path(wanted)) == OK:
			whole.append(wanted)
	return whole


func read(name, offset, length):
	var file = File.new()
	if not file.file_exists(_path(name)):
		return {"state": "missing", "bytes": null}
	if file.open(_path(name), File.READ) != OK:
		return {"state": "failed", "bytes": null}
	var count = max(min(length, file.get_len() - offset), 0)
	file.seek(offset)
	var bytes = file.get_buffer(count) if count > 0 else PoolByteArray()
	file.close()
	return {"state": "ok", "bytes": bytes}


func write(name, bytes):
	if _delay_ms > 0:
		OS.delay_msec(_delay_ms)
	var beside = _path(name) + BESIDE
	var file = File.new()
	# It could be a link to another file.
	Directory.new().remove(beside)
	if file.open(beside, File.WRITE) != OK:
		return false
	file.store_buffer(bytes)
	var is_written = file.get_error() == OK and file.get_len() == bytes.size()
	file.close()
	return is_written and Directory.new().rename(beside, _path(name)) == OK


func remove(name):
	var directory = Directory.new()
	for path in [_path(name) + BESIDE, _path(name)]:
		if directory.file_exists(path) and directory.remove(path) != OK:
			return false
	return true


func _path(name):
	return _folder + "/" + name
