# One player: the session, outbox and inbox of one user on this device.

const Rules = preload("rules.gd")
const Store = preload("store.gd")
const Session = preload("session.gd")
const Outbox = preload("outbox.gd")
const Inbox = preload("inbox.gd")

var system
var http
var project
var part_bytes
var user_id
var store
var session
var outbox
var inbox
# Nothing more is told: the user has left.
var is_closed = false
var _support
var _found


## `found`: from users.gd. `support` gets the events.
func _init(support, platform, options, found):
	_support = support
	_found = found
	system = platform.system
	http = support.http
	project = options["project_public_key"]
	part_bytes = options["part_bytes"]
	user_id = found["user_id"]
	store = Store.new(platform, found["prefix"], self, "tell_error")
	store.is_volatile = found["is_volatile"]
	store.owner_file = found["file"]
	if found["is_new"]:
		store.put_json(found["file"], {"user_id": user_id, "installation_id": found["installation_id"]})
	session = Session.new(http, store, project, found["installation_id"], self)
	inbox = Inbox.new(self)
	outbox = Outbox.new(self)


func identity():
	var sent = {}
	if user_id != null:
		sent["userId"] = user_id
	if _support.context != null:
		sent["context"] = _support.context
	return sent


func tell(event, value):
	if not is_closed:
		_support.queue_event(self, event, value)


func tell_error(error):
	tell("error", error)


func start():
	outbox.start()
	inbox.start()


func stop():
	session.stop()
	outbox.stop()
	inbox.stop()


## The user leaves: late answers and events have no effect.
func close():
	is_closed = true
	stop()
	# These objects know each other, and would never be freed.
	session.close()
	outbox.close()
	inbox.close()
	store.close()
	_support = null


## Removes all its files.
func erase():
	# If the process ends now, the next start goes on.
	store.put_json(_found["file"], {"is_erased": true})
	for name in store.names(""):
		if name != _found["file"]:
			store.drop(name)
	store.drop(_found["file"])


func update(is_started):
	if store.retry():
		outbox.tell_stored()
	if is_started:
		outbox.update()
		inbox.update()
