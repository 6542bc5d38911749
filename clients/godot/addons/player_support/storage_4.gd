extends RefCounted
## The files of one folder, in Godot 4. A file is complete when it has its name. Godot has no
## fsync: after a power cut, the last seconds can be missing.

const BESIDE := ".new"

var _folder: String


func _init(folder: String) -> void:
	_folder = folder


## The names of all files, or null if the folder cannot be read.
func list():
	DirAccess.make_dir_recursive_absolute(_folder)
	var directory := DirAccess.open(_folder)
	if directory == null:
		return null
	directory.include_hidden = true
	return _without_halves(Array(directory.get_files()))


# A kill can leave a file that is not renamed yet. On Windows the old one can be gone by then.
func _without_halves(names: Array) -> Array:
	var whole := []
	for name: String in names:
		var wanted := name.trim_suffix(BESIDE)
		if wanted == name:
			whole.append(name)
		elif names.has(wanted):
			DirAccess.remove_absolute(_path(name))
		elif DirAccess.rename_absolute(_path(name), _path(wanted)) == OK:
			whole.append(wanted)
	return whole


## Returns `state` ("ok", "missing" or "failed") and at most `length` bytes from `offset`.
func read(name, offset, length):
	if not FileAccess.file_exists(_path(name)):
		return {"state": "missing", "bytes": null}
	var file := FileAccess.open(_path(name), FileAccess.READ)
	if file == null:
		return {"state": "failed", "bytes": null}
	var count: int = clampi(file.get_length() - offset, 0, length)
	file.seek(offset)
	return {"state": "ok", "bytes": file.get_buffer(count)}


## Returns whether all is written. The file is the old one or the new one.
func write(name, bytes):
	var beside: String = _path(name) + BESIDE
	# It could be a link to another file.
	DirAccess.remove_absolute(beside)
	var file := FileAccess.open(beside, FileAccess.WRITE)
	if file == null:
		return false
	file.store_buffer(bytes)
	file.flush()
	var is_written: bool = file.get_error() == OK and file.get_length() == bytes.size()
	file.close()
	return is_written and DirAccess.rename_absolute(beside, _path(name)) == OK


## Returns whether it is gone.
func remove(name):
	for path: String in [_path(name) + BESIDE, _path(name)]:
		if FileAccess.file_exists(path) and DirAccess.remove_absolute(path) != OK:
			return false
	return true


func _path(name: String) -> String:
	return _folder.path_join(name)
