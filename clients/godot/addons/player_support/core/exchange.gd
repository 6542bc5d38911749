# One request and its response. Redirects are not followed.

const Rules = preload("rules.gd")

const MAX_BYTES = 4194304
const CHUNK_BYTES = 65536
const CHUNKS_PER_POLL = 32
const METHODS = {
	"GET": HTTPClient.METHOD_GET,
	"POST": HTTPClient.METHOD_POST,
	"PUT": HTTPClient.METHOD_PUT,
	"PATCH": HTTPClient.METHOD_PATCH,
	"DELETE": HTTPClient.METHOD_DELETE,
}

var _system
var _request
var _ends_at
var _path = "/"
var _client = HTTPClient.new()
var _is_sent = false
var _failure = ""
# 0: there is no response yet.
var _status = 0
var _headers = {}
# -1: unknown.
var _length = -1
var _bytes


func _init(system, request, ends_at):
	_system = system
	_request = request
	_ends_at = ends_at
	_bytes = system.no_bytes()
	_client.read_chunk_size = CHUNK_BYTES
	_connect_to(request["url"])


func close():
	_client.close()


func _connect_to(url):
	var is_secure = url.to_lower().begins_with("https://")
	var rest = url.substr(8 if is_secure else 7, url.length())
	var slash = rest.find("/")
	_path = rest.substr(slash, rest.length())
	var host = rest.substr(0, slash)
	var port = 443 if is_secure else 80
	var colon = host.rfind(":")
	if colon > host.rfind("]"):
		port = host.substr(colon + 1, host.length()).to_int()
		host = host.substr(0, colon)
	host = host.replace("[", "").replace("]", "")
	if _system.connect_client(_client, host, port, is_secure) != OK:
		_failure = "cannot connect"


## Goes on. Returns null, or at the end `failure` or `status`, `headers` and `bytes`.
func update(now):
	var is_ended = _step()
	if _failure == "" and not is_ended and now > _ends_at:
		_failure = "no response in time"
	if _failure != "":
		return {"failure": _failure}
	return {"status": _status, "headers": _headers, "bytes": _bytes} if is_ended else null


func _step():
	if _failure != "":
		return false
	# Several steps of a connection can be done at once.
	var before = -1
	while _client.get_status() != before and _failure == "":
		before = _client.get_status()
		_client.poll()
		if _client.get_status() == HTTPClient.STATUS_CONNECTED and not _is_sent:
			_send()
	if _status == 0 and _is_sent and _client.has_response():
		_read_head()
	if _status != 0 and _failure == "":
		return _read_body()
	var waiting = [
		HTTPClient.STATUS_RESOLVING, HTTPClient.STATUS_CONNECTING, HTTPClient.STATUS_REQUESTING
	]
	if _failure == "" and not waiting.has(_client.get_status()):
		_failure = "no connection (%d)" % _client.get_status()
	return false


func _send():
	var headers = []
	for name in _request["headers"]:
		headers.append("%s: %s" % [name, _request["headers"][name]])
	var bytes = _request["bytes"]
	if bytes == null:
		bytes = _system.no_bytes()
		if _request["method"] != "GET":
			headers.append("Content-Length: 0")
	_is_sent = true
	var method = METHODS[_request["method"]]
	if _client.request_raw(method, _path, headers, bytes) != OK:
		_failure = "cannot send"


func _read_head():
	_status = _client.get_response_code()
	_length = _client.get_response_body_length()
	for line in _client.get_response_headers():
		var colon = line.find(":")
		var value = line.substr(colon + 1, line.length()).strip_edges()
		_headers[line.substr(0, colon).to_lower()] = value
	# With less than nothing the engine would log an error for each part, again and again.
	if Rules.integer(_headers.get("content-length", "0"), -1) < 0:
		_failure = "the length is no length"


func _read_body():
	for _chunk in range(CHUNKS_PER_POLL):
		if _client.get_status() != HTTPClient.STATUS_BODY:
			break
		_bytes.append_array(_client.read_response_body_chunk())
		if _bytes.size() > MAX_BYTES:
			_failure = "the response is too large"
			return false
	return _is_whole()


func _is_whole():
	if _status == 204 or _status == 304 or _bytes.size() == _length:
		return true
	var status = _client.get_status()
	if status == HTTPClient.STATUS_BODY:
		return false
	# Without a length, only the end of the connection ends a response.
	var has_end = _length < 0 and not _client.is_response_chunked()
	if _length > _bytes.size() or (status != HTTPClient.STATUS_CONNECTED and not has_end):
		_failure = "the response was cut"
	return true
