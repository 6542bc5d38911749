# Sends requests as the player. It identifies if there is no token, if the server refused it, or
# if user or context changed. All requests share one identify.

const Rules = preload("rules.gd")
const JsonText = preload("json_text.gd")

const FILE = "session.json"
# A refused token that is younger was replaced by a device with a copy of this storage.
const SOON_MS = 600000
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 300000
const MAX_TOKEN = 2000

var _http
var _store
var _system
var _project
var _installation
# The options that say who plays: `user_id` and `context`.
var _player
var _token = ""
var _sent_identity = ""
var _is_identifying = false
# Requests that wait for a token.
var _waiting = []
var _issued_at = 0
# If the newest token is refused, identify waits until it has this age.
var _wait = 0


func _init(http, store, project, installation, player):
	_http = http
	_system = http.system
	_store = store
	_project = project
	_installation = installation
	_player = player
	var stored = store.read_json(FILE)["value"]
	if Rules.is_object(stored):
		_token = _checked_token(stored.get("token"))
		_sent_identity = Rules.text_of(stored.get("identity"))


func close():
	stop()
	_player = null


## Ends all requests. Their targets hear nothing.
func stop():
	_http.cancel(self)
	_waiting = []
	_is_identifying = false


## Like `send` of http.gd, with the player's token.
func request(sent, target, method, context):
	_begin({
		"sent": sent, "target": target, "method": method, "context": context,
		"token": "", "refused": "",
	})


func _begin(job):
	if _token != "" and _token != job["refused"] and _sent_identity == _identity():
		_send(job)
		return
	_waiting.append(job)
	if not _is_identifying:
		_identify(job["refused"])


func _send(job):
	job["token"] = _token
	var sent = job["sent"].duplicate()
	sent["headers"] = sent.get("headers", {}).duplicate()
	sent["headers"]["Authorization"] = "Bearer " + _token
	_http.send(self, sent, self, "_on_answer", job)


func _on_answer(answer, job):
	# If a second token is refused, a third does not help.
	var is_refused = answer["error"] != null and answer["error"]["status"] == 401
	if is_refused and job["refused"] == "":
		job["refused"] = job["token"]
		_begin(job)
	else:
		job["target"].call(job["method"], answer, job["context"])


func _identity():
	return JsonText.write(_player.identity())


func _identify(refused):
	var age = _system.now_ms() - _issued_at
	var next_wait = 0
	# Without a wait, two devices with one storage would take the token from each other each time.
	if refused != "" and age <= SOON_MS:
		if age < _wait:
			var error = Rules.local_error("installation-in-use")
			error["retry_after"] = (_wait - age) / 1000.0
			_fail_all(error)
			return
		next_wait = min(2 * _wait + FIRST_WAIT_MS, MAX_WAIT_MS)
	_is_identifying = true
	var body = {"projectPublicKey": _project, "installationId": _installation}
	var identity = _player.identity()
	for key in identity:
		body[key] = identity[key]
	_http.send(self, {
		"path": "/api/v1/player/identify", "json": body, "expects": ["playerAccessToken"],
	}, self, "_on_identified", {"identity": _identity(), "wait": next_wait})


func _on_identified(answer, sent):
	_is_identifying = false
	if answer["error"] != null:
		_fail_all(answer["error"])
		return
	var token = _checked_token(answer["body"]["playerAccessToken"])
	if token == "":
		_fail_all(Rules.local_error("foreign-response", "The access token is no token."))
		return
	_token = token
	_sent_identity = sent["identity"]
	_issued_at = _system.now_ms()
	_wait = sent["wait"]
	_store.put_json(FILE, {"token": _token, "identity": _sent_identity})
	var jobs = _waiting
	_waiting = []
	for job in jobs:
		_send(job)


func _fail_all(error):
	var jobs = _waiting
	_waiting = []
	for job in jobs:
		var answer = {"status": error["status"], "headers": {}, "body": {}, "error": error}
		job["target"].call(job["method"], answer, job["context"])


# It becomes a header: a line break would begin another one.
func _checked_token(value):
	return Rules.header_text(value, MAX_TOKEN)
