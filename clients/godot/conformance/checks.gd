extends SceneTree
# Checks of what the conformance suite does not show: dates, JSON, damaged and full storage, users.
# It prints what failed, and ends with 1.

const Platform3 = preload("platform_3.gd")
const OPTIONS = {"base_url": "http://127.0.0.1:9", "project_public_key": "ppk_test"}

var _core
var _rules
var _json
var _folder = "/tmp/player-support-checks-%d" % OS.get_process_id()
var _failed = 0
var _events = []
# Of the errors.
var _messages = []
var _network
var _disk
# When it is opened.
var _disk_is_full = false


func _initialize():
	var core = ProjectSettings.globalize_path("res://") + "../addons/player_support/core/"
	_core = load(core + "player_support.gd")
	_rules = load(core + "rules.gd")
	_json = load(core + "json_text.gd")
	_check_dates()
	_check_rules()
	_check_json()
	_check_options()
	for check in ["_damage", "_full_disk", "_full_outbox", "_users", "_erased", "_told", "_answers",
			"_upload_is_old", "_slow_upload", "_request", "_form", "_context",
			"_maintenance", "_flood", "_entry_ids",
			"_owner_first", "_tokens", "_nul", "_errors", "_link"]:
		_clean()
		call("_check" + check)
	_clean()
	var directory = Directory.new()
	directory.remove(_folder)
	printraw("%d checks failed\n" % _failed)
	OS.exit_code = 1 if _failed > 0 else 0
	quit()


func _equal(what, value, wanted):
	if _json.write(value) != _json.write(wanted):
		_failed += 1
		printraw("FAILED %s: %s instead of %s\n" % [what, _json.write(value), _json.write(wanted)])


func _check_dates():
	for text in ["1994-11-06T08:49:37.000Z", "2000-02-29T23:59:59.999Z", "2026-12-31T00:00:00.120Z"]:
		_equal("time", _rules.iso_text(_rules.parse_time(text)), text)
	_equal("HTTP date", _rules.parse_time("Sun, 06 Nov 1994 08:49:37 GMT"), 784111777000)
	_equal("1970", _rules.parse_time("1970-01-01T00:00:00Z"), 0)
	for wrong in ["", "soon", "Sun, 06 Xyz 1994 08:49:37 GMT", "2026-13-01T00:00:00.000Z", null, 5]:
		_equal("no time", _rules.parse_time(wrong), -1)


func _check_rules():
	var integers = [_rules.integer("42", 0), _rules.integer(4.0, 0), _rules.integer("4x", 7)]
	_equal("digits", integers, [42, 4, 7])
	_equal("slug", _rules.slug_of({"type": "/problems/not-found"}), "not-found")
	_equal("no slug", _rules.slug_of({"type": "https://other/problems/x"}), "")
	_equal("code", _rules.slug_of({"error": {"code": "project_disabled"}}), "project_disabled")
	_equal("no code", [_rules.slug_of({"error": "conflict"}), _rules.slug_of({"type": 5})], ["", ""])
	_equal("seconds", _rules.retry_after({"retry-after": "7"}, 0), 7)
	_equal("an hour", _rules.retry_after({"retry-after": "999999"}, 0), 3600)
	var headers = {"date": "Sun, 06 Nov 1994 08:49:37 GMT"}
	headers["retry-after"] = "Sun, 06 Nov 1994 08:49:40 GMT"
	_equal("date", _rules.retry_after(headers, 0), 3)
	for failures in [0, 1, 5, 100]:
		var least = min(1000 * pow(2, failures), 450000)
		_equal("at least", _rules.back_off(failures, 0, 0.0), float(least))
		_equal("asked for", _rules.back_off(failures, 2000, 0.0) >= 2000000, true)


func _check_json():
	var text = "a\"\\\n\t" + char(11) + char(1) + char(31) + "\u00fc"
	var written = _json.write({"t": text, "n": 3.0, "x": 1.5, "b": [true, null], "nan": NAN})
	_equal("JSON", JSON.parse(written).result["t"], text)
	_equal("control", written.find("\\u000b") > 0 and written.find("\"n\":3,") > 0, true)
	_equal("nan", written.find("\"nan\":null") > 0, true)


func _check_options():
	for options in [{}, {"base_url": "ftp://x", "project_public_key": "k"}, {"base_url": "https://x"},
			{"base_url": "https://x/?a=1", "project_public_key": "k"}]:
		_equal("problem of %s" % options, _core.problem_of(options) != "", true)
	_equal("no problem", _core.problem_of(OPTIONS), "")


func _clean():
	for name in _names():
		Directory.new().remove(_folder + "/" + name)


func _names():
	var directory = Directory.new()
	directory.make_dir_recursive(_folder)
	directory.open(_folder)
	directory.list_dir_begin(true, false)
	var names = []
	var name = directory.get_next()
	while name != "":
		names.append(name)
		name = directory.get_next()
	return names


func _named(part):
	var found = []
	for name in _names():
		if name.find(part) >= 0:
			found.append(name)
	found.sort()
	return found


func _put(name, text):
	var file = File.new()
	file.open(_folder + "/" + name, File.WRITE)
	file.store_string(text)
	file.close()


func _opened(user_id = null):
	var platform = Platform3.new(Network, _folder, 1.0, 0, 0)
	_network = platform.transport
	_disk = Disk.new()
	_disk.storage = platform.storage
	_disk.is_full = _disk_is_full
	_disk_is_full = false
	platform.storage = _disk
	var options = OPTIONS.duplicate()
	options["user_id"] = user_id
	var support = _core.new(platform, options)
	_events = []
	for event in ["outbox", "error", "message"]:
		support.on(event, self, "_on_" + event)
	return support


func _on_outbox(entry):
	_events.append("%s %s" % [entry["state"], entry["is_stored"]])


func _on_error(error):
	_events.append(error["slug"])
	_messages.append(error["message"])


func _on_message(message):
	_events.append(message["id"])


func _texts(support):
	var texts = []
	for entry in support.outbox_entries():
		texts.append(entry["body"]["message"])
	return texts


func _ticket(message, files = []):
	return {"type": "bug", "subject": "s", "message": message, "files": files}


func _check_damage():
	var support = _opened()
	for text in ["one", "two", "three", "four"]:
		support.create_ticket(_ticket(text, [{"name": "a.log", "bytes": text.to_utf8()}]))
	support.close()
	var entries = _named("entry-")
	_put(entries[0], "{\"id\":\"x\",\"kin")
	_put(entries[1], "{\"id\":5,\"body\":[]}")
	_put(entries[2].replace("entry-", "entry-9"), "[1,2]")
	_put(_named("player.json")[0].replace("player.json", "session.json"), "{\"token\":7}")
	_put("foreign.json", "[[[")
	_put(entries[3] + ".new", "{\"half")
	support = _opened()
	_equal("texts after damage", _texts(support), ["three", "four"])
	_equal("files of damaged entries", _named("file-").size(), 2)
	_equal("halves", _named(".new"), [])
	_equal("foreign files stay", _named("foreign.json"), ["foreign.json"])
	support.update()
	_equal("told", _events.count("storage"), 3)
	support.close()


func _check_full_disk():
	var support = _opened()
	_disk.is_full = true
	var id = support.create_ticket(_ticket("full", [{"name": "a.log", "bytes": "abc".to_utf8()}]))
	support.update()
	_equal("an id", id != "", true)
	_equal("not stored", _events, ["storage", "storage", "queued False"])
	_disk.is_full = false
	_events = []
	support._player.store._retry_at = 0
	support.update()
	_equal("stored later", _events, ["queued True"])
	support.close()
	support = _opened()
	_equal("there after a restart", _texts(support), ["full"])
	support.close()


func _check_full_outbox():
	var support = _opened()
	for number in range(200):
		support.create_ticket(_ticket("text %d" % number))
	_equal("the 201st", support.create_ticket(_ticket("too many")), "")
	support.update()
	_equal("told", _events.has("outbox-full"), true)
	_equal("why", _messages.has("200 entries are pending or failed."), true)
	support.close()
	support = _opened()
	var texts = _texts(support)
	_equal("order", [texts.size(), texts[0], texts[199]], [200, "text 0", "text 199"])
	support.close()


func _check_users():
	var support = _opened()
	support.create_ticket(_ticket("nobody"))
	support.set_user("a")
	_equal("the first user takes over", _texts(support), ["nobody"])
	support.set_user("b")
	_equal("another user", _texts(support), [])
	support.create_ticket(_ticket("of b"))
	support.sign_out()
	_equal("signed out", _texts(support), [])
	support.close()
	support = _opened("b")
	_equal("after a restart", _texts(support), ["of b"])
	support.sign_out(true)
	support.set_user("b")
	_equal("erased", _texts(support), [])
	support.set_user("a")
	_equal("of a", _texts(support), ["nobody"])
	support.close()


func _check_erased():
	var support = _opened("a")
	support.create_ticket(_ticket("secret"))
	support.close()
	# As a kill in the middle of a sign-out leaves it.
	_put(_named("player.json")[0], "{\"is_erased\":true}")
	support = _opened("a")
	_equal("erased after a kill", [_texts(support), _named("entry-")], [[], []])
	_equal("players", _named("player.json").size(), 1)
	support.close()


func _respond(status, body, headers = {}):
	_network.respond(status, _json.write(body), headers)


func _check_told():
	var inbox = {"messages": [{"id": "m1", "createdAt": "2026-01-01T00:00:00.000Z", "readAt": null,
			"ticketId": null, "title": "t", "body": "b"}, {"id": 5}, "x"], "nextPollAfterSeconds": "9"}
	for times in [1, 0]:
		var support = _opened()
		support.start()
		support.update()
		if times == 1:
			_respond(200, {"playerAccessToken": "pat_1"})
			support.update()
		_respond(200, inbox, {"etag": "\"1\""})
		support.update()
		_equal("told", _events.count("m1"), times)
		_equal("unread", support.unread_count(), 1)
		support.close()


# Answers of the former user must not reach the next one.
func _check_answers():
	var support = _opened("a")
	var heard = Heard.new()
	support.list_tickets(heard, "on_answer")
	support.update()
	support.set_user("b")
	support.update()
	_equal("signed out", heard.slugs, ["signed-out"])
	support.inbox_messages(heard, "on_answer")
	support.stop()
	support.update()
	_equal("stopped", heard.slugs, ["signed-out", "aborted"])
	support.close()


# The service forgets files without a message after 7 days: they go up again.
func _check_upload_is_old():
	var support = _opened()
	var id = support.create_ticket(_ticket("old", [{"name": "a.log", "bytes": "abc".to_utf8()}]))
	var entry = support._player.outbox.find(id)
	entry["files"][0]["attachment_id"] = "att_1"
	entry["files"][0]["uploaded_at"] = OS.get_system_time_msecs() - 7 * 86400000
	entry["body"]["attachments"] = ["att_1"]
	support.start()
	support.update()
	_respond(200, {"playerAccessToken": "pat_1"})
	support.update()
	_network.respond_all(200, _json.write({"messages": [], "nextPollAfterSeconds": 60}))
	support.update()
	support.update()
	_equal("uploaded again", _network.paths().has("/api/v1/player/attachments"), true)
	support.close()


# An upload without an answer must not hold up other tickets, and its own reply must wait.
func _check_slow_upload():
	var support = _opened()
	support.start()
	support.update()
	_respond(200, {"playerAccessToken": "pat_1"})
	support.update()
	_respond(200, {"messages": [], "nextPollAfterSeconds": 60})
	support.update()
	var id = support.create_ticket(_ticket("slow", [{"name": "a.log", "bytes": "abc".to_utf8()}]))
	support.reply(id, "after the file")
	support.update()
	support.create_ticket(_ticket("other"))
	support.update()
	var paths = ["/api/v1/player/attachments", "/api/v1/tickets"]
	_equal("requests beside a slow upload", _network.paths(), paths)
	support.close()


func _check_request():
	var support = _opened()
	var heard = Heard.new()
	var path = "/api/v1/player/link"
	support.start()
	support.request("POST", path, {"identityToken": "eyJ"}, heard, "on_answer")
	support.update()
	_respond(200, {"playerAccessToken": "pat_1"})
	support.update()
	var sent = _network.requests[0]
	_equal("path", [sent["method"], sent["url"]], ["POST", "http://127.0.0.1:9" + path])
	_equal("body", sent["bytes"].get_string_from_utf8(), "{\"identityToken\":\"eyJ\"}")
	_equal("as the player", sent["headers"]["Authorization"], "Bearer pat_1")
	_respond(200, {"playerId": "ply_1"})
	support.update()
	_equal("the answer", heard.values, [{"playerId": "ply_1"}])
	_respond(200, {"messages": [], "nextPollAfterSeconds": 60})
	support.update()
	for answer in [[204, ""], [200, "<p>Log in</p>"], [200, "[]"],
			[403, "{\"type\":\"/problems/identity-token-refused\"}"]]:
		support.request("DELETE", path, null, heard, "on_answer")
		_network.respond(answer[0], answer[1], {})
		support.update()
	_equal("the body after a 204", heard.values[1], {})
	var slugs = ["", "", "foreign-response", "foreign-response", "identity-token-refused"]
	_equal("objects and 204 only", heard.slugs, slugs)
	var count = _network.requests.size()
	for wrong in [null, "", "/api/v1/tickets", "/api/v1/player/", "/api/v1/player/a b"]:
		support.request("GET", wrong, null, heard, "on_answer")
	support.request("get", path, null, heard, "on_answer")
	support.request("POST", path, "text", heard, "on_answer")
	support.update()
	_equal("wrong use", [heard.slugs.size(), heard.slugs.count("unknown")], [12, 7])
	_equal("sends nothing", _network.requests.size(), count)
	support.close()


func _check_form():
	var support = _opened()
	var ticket = _ticket("with answers")
	ticket["answers"] = {"level": 3}
	for version in [null, 0, "soon"]:
		ticket["form_version"] = version
		_equal("answers without a version", support.create_ticket(ticket), "")
	ticket["form_version"] = 2.0
	support.create_ticket(ticket)
	var body = support.outbox_entries()[0]["body"]
	_equal("answers", [body["formVersion"], body["fields"]], [2, {"level": 3}])
	ticket["answers"] = "3"
	_equal("no Dictionary", support.create_ticket(ticket), "")
	_equal("one ticket", support.outbox_entries().size(), 1)
	support.close()


# The service refuses an identify with a longer text, and then nothing is sent.
func _check_context():
	var support = _opened()
	var long_text = "%0300d" % 1
	support.set_context({"appVersion": long_text, "buildNumber": 7, "locale": "", "osVersion": [],
			"other": "x"})
	support.start()
	support.update()
	var body = JSON.parse(_network.requests[0]["bytes"].get_string_from_utf8()).result
	var wanted = {"appVersion": long_text.substr(0, 50), "buildNumber": "7"}
	_equal("cut", body["context"], wanted)
	support.close()
	_equal("each length", _rules.context_of({"deviceModel": long_text})["deviceModel"].length(), 200)
	_equal("none", _rules.context_of(null), null)
# A server in maintenance takes the file afterwards.
func _check_maintenance():
	var support = _opened()
	support.start()
	support.update()
	_respond(200, {"playerAccessToken": "pat_1"})
	support.update()
	_respond(200, {"messages": [], "nextPollAfterSeconds": 60})
	support.update()
	var file = {"name": "a.log", "bytes": "abc".to_utf8()}
	support.create_ticket(_ticket("with a file", [file]))
	support.update()
	_respond(503, {}, {"retry-after": "600"})
	support.update()
	_equal("the file waits", support.outbox_entries()[0]["files"][0]["error"], null)
	support.close()
	_clean()
	support = _opened()
	support.start()
	support.update()
	_respond(200, {"playerAccessToken": "pat_1"})
	support.update()
	_respond(200, {"messages": [], "nextPollAfterSeconds": 60})
	support.update()
	support.create_ticket(_ticket("with a file", [file]))
	support.update()
	_respond(429, {}, {"retry-after": "600"})
	support.update()
	_equal("the limit", support.outbox_entries()[0]["files"][0]["error"] != null, true)
	support.close()


func _check_flood():
	var support = _opened()
	support.start()
	support.update()
	_respond(200, {"playerAccessToken": "pat_1"})
	support.update()
	var messages = []
	for number in range(50000):
		messages.append({"id": "m%d" % number})
	var text = JSON.print({"messages": messages})
	_network.respond(200, text, {})
	var began_at = OS.get_ticks_msec()
	support.update()
	_equal("no long frame", OS.get_ticks_msec() - began_at < 3000, true)
	_equal("100 are kept", support.unread_count(), 100)
	support.close()


# The id of an entry becomes a header and the name of a file.
func _check_entry_ids():
	var support = _opened()
	support.create_ticket(_ticket("one"))
	support.close()
	for id in ["a\r\nX-Other: 1", "../../one", "", "g"]:
		var body = {"type": "bug", "subject": "s", "message": "m"}
		var entry = {"id": id, "ticket_id": id, "kind": "create", "state": "queued", "body": body}
		_put(_named("entry-")[0], _json.write(entry))
		support = _opened()
		_equal("no entry", _texts(support), [])
		support.create_ticket(_ticket("one"))
		support.close()


# Without the file that says whose they are, the next start would not find the texts.
func _check_owner_first():
	_disk_is_full = true
	var support = _opened()
	_disk.is_full = false
	support.create_ticket(_ticket("one"))
	support.update()
	_equal("told as stored", _events.has("queued True"), true)
	support.close()
	support = _opened()
	_equal("after a restart", _texts(support), ["one"])
	support.close()


# What cannot be a header or a path is not kept.
func _check_tokens():
	for token in ["a\nb", "", "x".repeat(100000), char(233)]:
		var support = _opened()
		support.start()
		support.update()
		_respond(200, {"playerAccessToken": token})
		support.update()
		_equal("not used", [_events, _network.requests.size()], [["foreign-response"], 0])
		support.close()
		_clean()
	var support = _opened()
	support.start()
	support.update()
	_respond(200, {"playerAccessToken": "pat_1"})
	support.update()
	_respond(200, {"messages": []}, {"etag": "x".repeat(50000)})
	support.update()
	_equal("no long tag", support._player.inbox._etag, "")
	var name = char(19968).repeat(9000)
	support.create_ticket(_ticket("one", [{"name": name, "bytes": "abc".to_utf8()}]))
	support.update()
	_equal("a short name", _network.requests[0]["headers"]["X-File-Name"].length() < 4000, true)
	_respond(200, {"attachmentId": "x".repeat(100000)})
	support.update()
	_equal("a long id", support.outbox_entries()[0]["files"][0]["attachment_id"], "")
	support.close()


# A text with a NUL must be read again from the storage.
func _check_nul():
	var nul = JSON.parse("\"a\\u0000b\"").result
	_equal("has a NUL", nul.length(), 3)
	var support = _opened()
	support.create_ticket(_ticket(nul, [{"name": nul, "bytes": "abc".to_utf8()}]))
	support.close()
	support = _opened()
	_equal("after a restart", _texts(support).size(), 1)
	support.close()


# What an answer says of fields is texts only: it is stored with its entry.
func _check_errors():
	var support = _opened()
	support.start()
	support.update()
	_respond(200, {"playerAccessToken": "pat_1"})
	support.update()
	_respond(200, {"messages": [], "nextPollAfterSeconds": 60})
	support.update()
	support.create_ticket(_ticket("one"))
	support.update()
	var deep = "[".repeat(1000) + "]".repeat(1000)
	var errors = "{\"a\":[\"b\",5,[]],\"c\":{\"d\":1},\"e\":%s}" % deep
	_network.respond(422, "{\"type\":\"/problems/validation\",\"errors\":%s}" % errors, {})
	support.update()
	support.close()
	support = _opened()
	var entry = support.outbox_entries()[0]
	_equal("failed", [entry["state"], entry["error"]["errors"]], ["failed", {"a": ["b"], "e": []}])
	support.close()


# Only where links can be made.
func _check_link():
	var support = _opened()
	_put("precious", "x")
	var link = _named("player.json")[0].replace("player.json", "session.json.new")
	OS.execute("ln", ["-s", _folder + "/precious", _folder + "/" + link], true)
	support.start()
	support.update()
	_respond(200, {"playerAccessToken": "pat_1"})
	support.update()
	var file = File.new()
	file.open(_folder + "/precious", File.READ)
	_equal("what it leads to stays", file.get_as_text(), "x")
	file.close()
	_equal("stored all the same", _named("session.json").size(), 1)
	support.close()


# A network that answers when the check says so.
class Network:
	var requests = []
	var responses = []

	func _init(_system):
		pass

	func send(request):
		requests.append(request)

	func cancel(number):
		for request in requests.duplicate():
			if request["number"] == number:
				requests.erase(request)

	func update():
		var ended = responses
		responses = []
		return ended

	# To the oldest request.
	func respond(status, text, headers):
		var number = requests.pop_front()["number"]
		responses.append({
			"number": number, "status": status, "headers": headers, "bytes": text.to_utf8()
		})

	func respond_all(status, text):
		while requests.size() > 0:
			respond(status, text, {})

	func paths():
		var found = []
		for request in requests:
			found.append(request["url"].replace("http://127.0.0.1:9", ""))
		return found


# A storage that can be full.
class Disk:
	var storage
	var is_full = false

	func list():
		return storage.list()

	func read(name, offset, length):
		return storage.read(name, offset, length)

	func write(name, bytes):
		return not is_full and storage.write(name, bytes)

	func remove(name):
		return storage.remove(name)


class Heard:
	var slugs = []
	var values = []

	func on_answer(answer):
		values.append(answer["value"])
		slugs.append(answer["error"]["slug"] if answer["error"] != null else "")
