# Clock, random numbers, bytes and JSON of Godot 3.2.

var _speed
var _clock_offset
var _began_at = OS.get_ticks_msec()
var _random = RandomNumberGenerator.new()
var _crypto = Crypto.new()


func _init(speed, clock_offset):
	_speed = speed
	_clock_offset = clock_offset
	_random.randomize()


func now_ms():
	return _began_at + (OS.get_ticks_msec() - _began_at) * _speed


# Time-outs wait for others, so they are only a tenth as fast.
func network_ms():
	return OS.get_ticks_msec() * max(1.0, _speed / 10.0)


func wall_ms():
	return OS.get_system_time_msecs() + _clock_offset


func chance():
	return _random.randf()


func random_hex(bytes):
	return _crypto.generate_random_bytes(bytes).hex_encode()


func parse_json(text):
	var parsed = JSON.parse(text)
	return parsed.result if parsed.error == OK else null


func utf8_bytes(text):
	return text.to_utf8()


func utf8_text(bytes):
	return bytes.get_string_from_utf8()


func base64(bytes):
	return Marshalls.raw_to_base64(bytes)


func percent_encoded(text):
	return text.http_escape()


func no_bytes():
	return PoolByteArray()


func count(bytes):
	return bytes.size()


func part(bytes, offset, length):
	var end = min(offset + length, bytes.size())
	return bytes.subarray(offset, end - 1) if end > offset else PoolByteArray()


func read_file(path):
	var file = File.new()
	if path == "" or file.open(path, File.READ) != OK:
		return null
	var bytes = file.get_buffer(file.get_len())
	file.close()
	return bytes


func connect_client(client, host, port, is_secure):
	return client.connect_to_host(host, port, is_secure, true)
