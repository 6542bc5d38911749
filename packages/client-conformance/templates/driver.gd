# A driver for a client in Godot 4.4, not run by us. Replace each TODO. ../README.md has the
# protocol.
# godot --headless --no-header --path PROJECT -s driver.gd
extends SceneTree

var lines: Array[String] = []
var mutex := Mutex.new()
var reader := Thread.new()


func _initialize() -> void:
	tell({"event": "hello", "protocol": 1, "client": "My client 1.0", "capabilities": []})
	reader.start(read)


# Reading waits, so it has a thread of its own.
func read() -> void:
	while true:
		var line := OS.read_string_from_stdin(65536)
		if line.is_empty():
			break
		mutex.lock()
		lines.append(line)
		mutex.unlock()


func _process(_delta: float) -> bool:
	# TODO: update the client.
	mutex.lock()
	var received := lines
	lines = []
	mutex.unlock()
	for line in received:
		receive(JSON.parse_string(line))
	return false


func tell(event: Dictionary) -> void:
	print(JSON.stringify(event))


func receive(command: Dictionary) -> void:
	match command.command:
		"create", "reply":
			# TODO: tell({"event": "stored", "message": command.message, "entry": "..."})
			pass
		"start":
			# TODO: create the client with command.baseUrl, command.projectPublicKey and command.storage.
			fail(command, "not-implemented")
		"stop", "entries", "list", "get", "inbox", "markRead":
			# TODO: tell({"event": "done", "id": command.id, "result": ...})
			fail(command, "not-implemented")
		_:
			fail(command, "unknown-command")


func fail(command: Dictionary, slug: String) -> void:
	tell({"event": "done", "id": command.id, "slug": slug})
