# Polls the inbox as often as the server says, and tells each new message once.

const Rules = preload("rules.gd")

const TOLD_FILE = "told.json"
# Polls overlap by this time: a message may have been saved late.
const OVERLAP_MS = 30000
const MAX_MESSAGES = 100
# The service sends 50. To compare ten thousands would stop the game.
const MAX_RECEIVED = 200
const AFTER_WRITING_MS = 15000
const DEFAULT_DELAY_SECONDS = 60
const MAX_DELAY_SECONDS = 86400
# A longer tag would be refused with each poll.
const MAX_TAG = 200
# Games whose network returns together poll within this time.
const WAKE_SPREAD_MS = 2000

var unread_count = 0
var _player
var _system
# Newest first.
var _messages = []
# Ids of messages that were told, also by earlier runs, oldest first.
var _told = []
var _etag = ""
var _since = 0
var _delay_ms = DEFAULT_DELAY_SECONDS * 1000
var _failures = 0
var _due_at = 0
var _is_polling = false
# The longest time from the current poll to the next one. 0: none.
var _next_within = 0
var _had_no_network = false


func _init(player):
	_player = player
	_system = player.system
	var stored = player.store.read_json(TOLD_FILE)["value"]
	for id in stored if Rules.is_list(stored) else []:
		if Rules.is_text(id):
			_told.append(id)


func close():
	_player = null


func start():
	# A game that was resumed must still wait as long as the server asked.
	if _had_no_network:
		_had_no_network = false
		_due_at = _system.now_ms() + _system.chance() * WAKE_SPREAD_MS


func stop():
	if _is_polling:
		_is_polling = false
		# Or a game that stops and starts again and again would poll each time.
		_due_at = _system.now_ms() + min(_delay_ms, AFTER_WRITING_MS)


func update():
	if _is_polling or _system.now_ms() < _due_at:
		return
	_is_polling = true
	var sent = request()
	if _since > 0:
		sent["path"] += "&since=" + Rules.iso_text(int(_since))
	if _etag != "":
		sent["headers"] = {"If-None-Match": _etag}
	_player.session.request(sent, self, "_on_polled", null)


## Also the request that tells the server's time.
func request():
	var query = "?projectPublicKey=" + _system.percent_encoded(_player.project)
	return {"method": "GET", "path": "/api/v1/player/inbox" + query, "expects": ["messages[]"]}


## The team may reply soon after the player wrote.
func poll_soon():
	if _is_polling:
		_next_within = AFTER_WRITING_MS
	elif _failures == 0:
		_due_at = min(_due_at, _system.now_ms() + AFTER_WRITING_MS)


func _on_polled(answer, _context):
	_is_polling = false
	var error = answer["error"]
	if error != null:
		var wait = Rules.back_off(_failures, error["retry_after"], _system.chance())
		_due_at = _system.now_ms() + wait
		_failures += 1
		_had_no_network = error["slug"] == "network"
		_player.tell("error", error)
		return
	_had_no_network = false
	if answer["status"] != 304:
		_set_delay(answer["body"].get("nextPollAfterSeconds"))
		receive(answer["body"]["messages"])
		# Only now: a 304 for this tag means that all messages are here.
		_etag = Rules.header_text(answer["headers"].get("etag", ""), MAX_TAG)
	# After a failure more chance: many games recover in the same minute.
	var spread = 1.0 if _failures > 0 else 0.1
	var delay = _delay_ms * (1 + _system.chance() * spread)
	if _next_within > 0:
		delay = min(delay, _next_within)
	_due_at = _system.now_ms() + delay
	_failures = 0
	_next_within = 0


func _set_delay(value):
	var seconds = Rules.integer(value, 0)
	if seconds == 0:
		seconds = DEFAULT_DELAY_SECONDS
	_delay_ms = clamp(seconds, 1, MAX_DELAY_SECONDS) * 1000


## Takes messages of the server, newest first, and tells the new ones.
func receive(received):
	var fresh = []
	for at in range(min(received.size(), MAX_RECEIVED)):
		var message = received[at]
		if not Rules.is_message(message):
			continue
		_remember(message)
		var changed_at = message.get("readAt")
		if not Rules.is_text(changed_at):
			changed_at = message.get("createdAt")
		_since = max(_since, Rules.parse_time(changed_at) - OVERLAP_MS)
		if not _told.has(message["id"]):
			_told.append(message["id"])
			fresh.push_front(message)
	_count()
	if fresh.size() == 0:
		return
	while _told.size() > 2 * MAX_MESSAGES:
		_told.pop_front()
	# Stored before told: a kill in between must not tell it again.
	_player.store.put_json(TOLD_FILE, _told)
	for message in fresh:
		if Rules.is_text(message.get("readAt")):
			continue
		_player.tell("message", message.duplicate(true))
		if Rules.is_text(message.get("ticketId")):
			_player.tell("ticket", {"ticket_id": message["ticketId"]})


## The server says that this message is read.
func set_read(id, read_at):
	for message in _messages:
		if message["id"] == id:
			message["readAt"] = read_at
	_count()


func _remember(message):
	var kept = message.duplicate(true)
	for at in range(_messages.size()):
		if _messages[at]["id"] == kept["id"]:
			# A late response must not make a read message unread.
			if not Rules.is_text(kept.get("readAt")):
				kept["readAt"] = _messages[at].get("readAt")
			_messages[at] = kept
			return
	var created_at = Rules.text_of(kept.get("createdAt"))
	var place = 0
	while place < _messages.size():
		if Rules.text_of(_messages[place].get("createdAt")) < created_at:
			break
		place += 1
	_messages.insert(place, kept)
	if _messages.size() > MAX_MESSAGES:
		_messages.pop_back()


func _count():
	var count = 0
	for message in _messages:
		if not Rules.is_text(message.get("readAt")):
			count += 1
	if count != unread_count:
		unread_count = count
		_player.tell("unread", count)
