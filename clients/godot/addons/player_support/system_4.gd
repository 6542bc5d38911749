extends RefCounted
## Clock, random numbers, bytes and JSON of Godot 4.

var _crypto := Crypto.new()


## Monotonic.
func now_ms():
	return Time.get_ticks_msec()


## For time-outs of requests.
func network_ms():
	return Time.get_ticks_msec()


## Of the device, which can be wrong.
func wall_ms():
	return int(Time.get_unix_time_from_system() * 1000.0)


## 0 to 1.
func chance():
	return randf()


## From the random numbers of the system.
func random_hex(bytes):
	return _crypto.generate_random_bytes(bytes).hex_encode()


## Null: it is no JSON.
func parse_json(text):
	var json := JSON.new()
	return json.data if json.parse(text) == OK else null


func utf8_bytes(text):
	return text.to_utf8_buffer()


func utf8_text(bytes):
	return bytes.get_string_from_utf8()


func base64(bytes):
	return Marshalls.raw_to_base64(bytes)


func percent_encoded(text):
	return text.uri_encode()


func no_bytes():
	return PackedByteArray()


func count(bytes):
	return bytes.size()


func part(bytes, offset, length):
	return bytes.slice(offset, mini(offset + length, bytes.size()))


## Null: it cannot be read.
func read_file(path):
	if path == "" or not FileAccess.file_exists(path):
		return null
	return FileAccess.get_file_as_bytes(path)


## Verifies the certificate of the server.
func connect_client(client, host, port, is_secure):
	if is_secure:
		return client.connect_to_host(host, port, TLSOptions.client())
	return client.connect_to_host(host, port)
