# Sends requests, and says which responses are the server's. A proxy, a login page or a wrong
# server can answer too.

const Rules = preload("rules.gd")
const JsonText = preload("json_text.gd")

const TIMEOUT_MS = 20000
const MAX_MESSAGE = 500
const MAX_ERROR_BYTES = 65536
# A larger drift means that the device slept, or that its clock was set.
const MAX_DRIFT_MS = 43200000

var system
var base_url
var _transport
# By number: who waits for it.
var _waiting = {}
var _last_number = 0
var _server_offset = 0
var _device_offset = null


func _init(platform, url):
	system = platform.system
	_transport = platform.transport
	base_url = url


## Sends one request, and calls `target.method(answer, context)` in a later `update`.
##
## `request`: `path`, and if needed `method` (default POST), `json`, `bytes`, `headers`, `expects`
## (response fields: texts, or lists if the name ends with `[]`), `timeout` in milliseconds.
## The answer has `status`, `headers`, `body`, and `error` (null if it succeeded).
func send(owner, request, target, method, context):
	_last_number += 1
	var headers = request.get("headers", {}).duplicate()
	var bytes = request.get("bytes")
	if request.has("json"):
		headers["Content-Type"] = "application/json"
		bytes = system.utf8_bytes(JsonText.write(request["json"]))
	_waiting[_last_number] = {
		"owner": owner, "request": request, "target": target, "method": method, "context": context
	}
	_transport.send({
		"number": _last_number,
		"method": request.get("method", "POST"),
		"url": base_url + request["path"],
		"headers": headers,
		"bytes": bytes,
		"timeout": request.get("timeout", TIMEOUT_MS),
	})


## Ends the requests of this owner. Their targets hear nothing.
func cancel(owner):
	for number in _waiting.keys():
		if _waiting[number]["owner"] == owner:
			_waiting.erase(number)
			_transport.cancel(number)


func update():
	for response in _transport.update():
		var number = response["number"]
		if not _waiting.has(number):
			continue
		var one = _waiting[number]
		_waiting.erase(number)
		one["target"].call(one["method"], _answer(one["request"], response), one["context"])


## False before the first response of the server, and after a long sleep or a clock change.
func is_time_known():
	if _device_offset == null:
		return false
	return abs(system.wall_ms() - system.now_ms() - _device_offset) < MAX_DRIFT_MS


## The server's time in milliseconds: its last Date, and the monotonic clock since.
func server_time():
	return int(_server_offset + system.now_ms())


func _answer(request, response):
	var answer = {"status": 0, "headers": {}, "body": {}, "error": null}
	if response.has("failure"):
		answer["error"] = Rules.local_error("network", "No response: %s" % response["failure"])
		return answer
	var status = response["status"]
	answer["status"] = status
	answer["headers"] = response["headers"]
	if status > 299 and status < 400 and status != 304:
		answer["error"] = Rules.local_error("redirect", "The base_url redirects.")
		return answer
	answer["size"] = system.count(response["bytes"])
	var body = system.parse_json(system.utf8_text(response["bytes"]))
	answer["is_object"] = Rules.is_object(body)
	answer["body"] = body if answer["is_object"] else {}
	answer["error"] = _error_of(request, answer)
	return answer


func _error_of(request, answer):
	var status = answer["status"]
	var body = answer["body"]
	var slug = Rules.slug_of(body)
	if _is_of_service(request, answer, slug):
		_server_offset = Rules.time_of(answer["headers"], system.wall_ms()) - system.now_ms()
		_device_offset = system.wall_ms() - system.now_ms()
	elif status < 500 and status != 429:
		return Rules.local_error("foreign-response", "Another server answered %d." % status)
	if status < 400:
		return null
	var message = Rules.text_of(body.get("detail"), Rules.text_of(body.get("title")))
	if message == "" and Rules.is_object(body.get("error")):
		message = Rules.text_of(body["error"].get("message"))
	if message == "":
		message = "The server answered %d." % status
	# An error is stored with its entry.
	var is_short = answer["size"] < MAX_ERROR_BYTES
	return {
		"slug": slug,
		"status": status,
		"message": message.substr(0, MAX_MESSAGE),
		"errors": Rules.errors_of(body.get("errors")) if is_short else {},
		"retry_after": Rules.retry_after(answer["headers"], system.wall_ms()),
		"path": request["path"],
	}


func _is_of_service(request, answer, slug):
	var status = answer["status"]
	if status == 304:
		return request.get("headers", {}).has("If-None-Match")
	if status > 299:
		return slug != ""
	if status < 200:
		return false
	# A part of a file is confirmed by a header: that response has no body.
	if request.has("expects_header"):
		return answer["headers"].has(request["expects_header"])
	for field in request.get("expects", []):
		var value = answer["body"].get(field.replace("[]", ""))
		var fits = Rules.is_list(value) if field.ends_with("[]") else Rules.is_short_text(value)
		if not fits:
			return false
	return answer["is_object"] or status == 204
