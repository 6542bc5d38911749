# The player support of one installation of a game. The game calls `update` each frame: all events
# and callbacks happen inside it, and nothing waits for the network.

const Rules = preload("rules.gd")
const Http = preload("http.gd")
const OnePlayer = preload("one_player.gd")
const Users = preload("users.gd")
const Entry = preload("entry.gd")

const EVENTS = ["message", "unread", "outbox", "upload", "error", "ticket"]
const PART_BYTES = 1048576
const MIN_PART_BYTES = 262144
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]
const PLAYER_PATH = "/api/v1/player/"
# The server takes less, and says so. This only keeps an entry from being huge.
const MAX_TEXT = 100000

var http
var context
# Why the options are wrong. "": they are right.
var problem = ""
var _platform
var _options
var _player
var _is_started = false
var _listeners = []
# What the game will hear in `update`.
var _events = []
# Calls of the game that have no answer yet, by number.
var _calls = {}
var _last_call = 0


## `options`: `base_url`, `project_public_key`, and if needed `user_id` (a text, or null), `context`
## (a Dictionary, see `set_context`) and `part_bytes` (larger files go up in such parts;
## default 1 MiB, at least 256 KiB). `platform`: see platform_4.gd.
func _init(platform, options):
	_platform = platform
	_options = options.duplicate()
	problem = problem_of(_options)
	if problem != "":
		push_error("Player Support: " + problem)
		return
	_options["part_bytes"] = max(options.get("part_bytes", PART_BYTES), MIN_PART_BYTES)
	context = Rules.context_of(_options.get("context"))
	http = Http.new(platform, _checked_url(_options["base_url"]))
	var user_id = _options.get("user_id")
	_open(null if user_id == null or user_id == "" else user_id)


## Says why options are wrong. "": they are right.
static func problem_of(options):
	if not Rules.is_text(options.get("base_url")) or _checked_url(options["base_url"]) == "":
		return "base_url must be an http(s) URL such as https://support.example.com."
	if Rules.text_of(options.get("project_public_key")) == "":
		return "project_public_key is missing: copy it from Settings > Projects in the console."
	if options.get("user_id") != null and not Rules.is_text(options["user_id"]):
		return "user_id must be a text or null."
	if options.get("context") != null and not Rules.is_object(options["context"]):
		return "context must be a Dictionary or null."
	return ""


# Returns it without slashes at the end, or "".
static func _checked_url(url):
	var lower = url.to_lower()
	if not lower.begins_with("http://") and not lower.begins_with("https://"):
		return ""
	if Rules.has_any(url, [" ", "\t", "\n", "\r", "?", "#", "@", "\\"]):
		return ""
	while url.ends_with("/"):
		url = url.substr(0, url.length() - 1)
	var host = url.substr(url.find(":") + 3, url.length())
	return "" if host == "" or host.begins_with("/") else url


func _open(user_id):
	var found = Users.find(_platform, user_id)
	_player = OnePlayer.new(self, _platform, _options, found)
	if found["is_volatile"]:
		var message = "The storage cannot be read: texts are lost when the game ends."
		queue_event(_player, "error", Rules.local_error("storage", message))


## Calls `target.method(value)` for each event: "message", "unread", "outbox", "upload", "error" or
## "ticket".
func on(event, target, method):
	if not EVENTS.has(event):
		push_error("Player Support: there is no event \"%s\". Events: %s" % [event, EVENTS])
		return
	_listeners.append([event, target, method])


## Removes all listeners of this object.
func off(target):
	var kept = []
	for listener in _listeners:
		if listener[1] != target:
			kept.append(listener)
	_listeners = kept


## Sends what waits, and polls the inbox. Call it also when the network is back or the game
## resumes. Repeats are safe.
func start():
	if _is_usable():
		_is_started = true
		_player.start()


## Ends all requests. What waits is sent after the next `start`.
func stop():
	if _is_usable():
		_is_started = false
		_fail_calls("aborted")
		_player.stop()


func is_started():
	return _is_started


## Ends it for good, before the game ends.
func close():
	if problem == "":
		stop()
		_player.close()


## The game calls it each frame, on its main thread.
func update():
	if problem == "":
		http.update()
		_player.update(_is_started)
	var events = _events
	_events = []
	for event in events:
		if event.has("target"):
			# An answer for a user who has left must not reach the next one.
			var player = event["player"]
			if player != null and player.is_closed and event["value"]["error"] == null:
				event["value"] = {"value": null, "error": Rules.local_error("signed-out")}
			_tell(event["target"], event["method"], event["value"])
		elif not event["player"].is_closed:
			for listener in _listeners.duplicate():
				if listener[0] == event["event"]:
					_tell(listener[1], listener[2], event["value"])


func _tell(target, method, value):
	if is_instance_valid(target):
		target.call(method, value)


## For the parts of the client: listeners hear it while this player's user is there.
func queue_event(player, event, value):
	_events.append({"player": player, "event": event, "value": value})


## Stores a ticket, then sends it exactly once, also after a restart. Returns the id of its entry
## in the outbox, or "" (an event "error" says why).
##
## `ticket`: `type`, `subject`, `message`, and if needed `files` (at most five Dictionaries with
## `name`, `type` and `bytes` or `path`), `answers` (a Dictionary by the names of the fields) and,
## with answers, the `form_version` of the type from `ticket_types`.
func create_ticket(ticket):
	if not _is_usable() or not _has_texts(ticket, ["type", "subject", "message"]):
		return ""
	var body = {"type": ticket["type"], "subject": ticket["subject"], "message": ticket["message"]}
	var answers = ticket.get("answers")
	var version = Rules.integer(ticket.get("form_version"), 0)
	if answers != null and not Rules.is_object(answers):
		push_error("Player Support: answers must be a Dictionary or null.")
		return ""
	if version > 0:
		body["formVersion"] = version
		body["fields"] = answers if answers != null else {}
	elif answers != null and answers.size() > 0:
		push_error("Player Support: answers need the form_version of their type from ticket_types.")
		return ""
	return _add("create", "", body, ticket.get("files", []))


## Stores a reply, then sends it after earlier ones of its ticket. Returns the id of its entry.
##
## `ticket_id`: for a ticket that is not sent yet, the id of its entry. `files`: as of a ticket.
func reply(ticket_id, message, files = []):
	if not _is_usable() or not _has_texts({"ticket_id": ticket_id}, ["ticket_id"]):
		return ""
	if not _has_texts({"message": message}, ["message"]):
		return ""
	return _add("reply", ticket_id, {"message": message}, files)


func _add(kind, ticket_id, body, files):
	if not Rules.is_list(files) or files.size() > Entry.MAX_FILES:
		push_error("Player Support: files must be an Array of at most %d." % Entry.MAX_FILES)
		return ""
	for file in files:
		if not Rules.is_object(file) or not (file.has("bytes") or file.has("path")):
			push_error("Player Support: a file must be a Dictionary with bytes or a path.")
			return ""
	return _player.outbox.add(kind, ticket_id, body, files)


func _has_texts(values, names):
	for name in names:
		var text = Rules.text_of(values.get(name))
		if text == "" or text.length() > MAX_TEXT:
			push_error("Player Support: %s must be a text of 1 to %d letters." % [name, MAX_TEXT])
			return false
	return true


func _is_usable():
	if problem != "":
		push_error("Player Support: " + problem)
	return problem == ""


## The tickets, latest activity first, at most 100. Calls `target.method(answer)` with `value` (an
## Array), or with `error`.
func list_tickets(target, method):
	var path = "/api/v1/player/tickets" + _query()
	_ask({"method": "GET", "path": path, "expects": ["tickets[]"]}, target, method, "tickets")


## Asks for a ticket with its messages, oldest first. Marks the replies of the team as read.
func get_ticket(ticket_id, target, method):
	var path = "/api/v1/tickets/" + _encoded(ticket_id)
	_ask({"method": "GET", "path": path, "expects": ["id", "messages[]"]}, target, method, "")


## Asks for the newest 50 messages, newest first.
func inbox_messages(target, method):
	var request = _player.inbox.request() if problem == "" else {}
	_ask(request, target, method, "inbox")


## Marks a message as read. Repeats have no effect.
func mark_read(message_id, target = null, method = ""):
	var path = "/api/v1/player/inbox/%s/read" % _encoded(message_id)
	_ask({"path": path, "expects": ["readAt"]}, target, method, message_id)


## Asks for the ticket types with their labels and questions. `locale`: such as "pt-BR".
func ticket_types(locale, target, method):
	var path = "/api/v1/player/ticket-types"
	if locale != "":
		path += "?locale=" + _encoded(locale)
	_ask({"method": "GET", "path": path, "expects": ["types[]"]}, target, method, "types")


## Sends a request as the player, for operations without a function here, such as "POST" to
## "/api/v1/player/link". `body`: a Dictionary, or null. It is not repeated. Calls
## `target.method(answer)` with `value`, the body of the response (empty after a 204), or `error`.
func request(http_method, path, body, target, method):
	var wrong = ""
	if not METHODS.has(http_method):
		wrong = "The method must be GET, POST, PUT, PATCH or DELETE."
	elif not _is_player_path(path):
		wrong = "The path must begin with /api/v1/player/ and have no spaces."
	elif body != null and not Rules.is_object(body):
		wrong = "The body must be a Dictionary or null."
	var sent = {"method": http_method, "path": path}
	if body != null:
		sent["json"] = body
	if wrong == "":
		_ask(sent, target, method, "")
		return
	push_error("Player Support: " + wrong)
	var one = {"player": _player, "target": target, "method": method}
	_finish(one, null, Rules.local_error("unknown", wrong))


static func _is_player_path(path):
	if not Rules.is_text(path) or not path.begins_with(PLAYER_PATH) or path == PLAYER_PATH:
		return false
	return not Rules.has_any(path, [" ", "\t", "\n", "\r", "#", "\\"])


## The unread messages that the client knows. 0 before the first poll.
func unread_count():
	return _player.inbox.unread_count if problem == "" else 0


## Pending and failed entries, and the newest 20 sent ones, oldest first.
func outbox_entries():
	return _player.outbox.views() if problem == "" else []


## Sends a failed entry again; for a ticket, its failed replies too.
func retry(entry_id):
	if _is_usable():
		_player.outbox.retry(entry_id)


## Removes a failed entry.
func discard(entry_id):
	if _is_usable():
		_player.outbox.discard(entry_id)


## Tries pending entries now, except those that the server told to wait.
func send_now():
	if _is_usable():
		_player.outbox.start()


## What the team sees about the game and the device. Sent with the next request. `value`: a
## Dictionary with the texts `appVersion`, `buildNumber`, `platform`, `locale`, `deviceModel` and
## `osVersion`, or null. Long texts are cut.
func set_context(value):
	if value != null and not Rules.is_object(value):
		push_error("Player Support: context must be a Dictionary or null.")
		return
	context = Rules.context_of(value)


## Each user has a player: tickets, inbox and outbox. The first user takes over the player without
## a user. What another user wrote waits until that user is back. Give `user_id` at each start.
func set_user(user_id):
	if user_id != null and not Rules.is_text(user_id):
		push_error("Player Support: user_id must be a text or null.")
	elif _is_usable():
		_switch(null if user_id == "" else user_id, false)


## Continues without a user. `erase`: removes everything of the player from the device, also
## what is not sent.
func sign_out(erase = false):
	if _is_usable():
		_switch(null, erase)


func _switch(user_id, erase):
	if Users.same(user_id, _player.user_id) and not erase:
		return
	_fail_calls("signed-out")
	_player.close()
	if erase:
		_player.erase()
	_open(user_id)
	queue_event(_player, "unread", 0)
	if _is_started:
		_player.start()


func _query():
	return "?projectPublicKey=" + _encoded(_options["project_public_key"])


func _encoded(text):
	return _platform.system.percent_encoded(str(text))


func _ask(request, target, method, what):
	var one = {"player": _player, "target": target, "method": method, "what": what}
	if not _is_usable():
		_finish(one, null, Rules.local_error("unknown", problem))
		return
	_last_call += 1
	_calls[_last_call] = one
	_player.session.request(request, self, "_on_answer", _last_call)


func _on_answer(answer, number):
	var one = _calls[number]
	_calls.erase(number)
	var body = answer["body"]
	if answer["error"] == null:
		if one["what"] == "tickets":
			body = _with_id(body["tickets"])
		elif one["what"] == "types":
			body = body["types"]
		elif one["what"] == "inbox":
			body = _with_id(body["messages"])
			_player.inbox.receive(body)
		elif one["what"] != "":
			_player.inbox.set_read(one["what"], body["readAt"])
	_finish(one, body, answer["error"])


func _fail_calls(slug):
	for number in _calls:
		_finish(_calls[number], null, Rules.local_error(slug))
	_calls = {}


func _finish(one, value, error):
	if one["target"] == null:
		if error != null:
			queue_event(_player, "error", error)
		return
	one["value"] = {"value": value if error == null else null, "error": error}
	_events.append(one)


static func _with_id(list):
	var kept = []
	for one in list:
		if Rules.is_message(one):
			kept.append(one)
	return kept
