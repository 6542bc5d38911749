# Finds the player of each user of this device: a prefix of file names, and the installation id.
# The first user takes over the player without a user.

const Rules = preload("rules.gd")
const Store = preload("store.gd")

const FILE = "player.json"
const MAX_READS = 3
const PREFIX_LENGTH = 33


## Returns `prefix`, `installation_id`, `user_id`, `file`, `is_new` and `is_volatile`: the storage
## could not say who plays, so this run has a player in memory.
static func find(platform, user_id):
	var system = platform.system
	var names = platform.storage.list()
	var found = {
		"user_id": user_id, "file": FILE, "is_new": true, "is_volatile": names == null,
		"prefix": system.random_hex(16) + "-", "installation_id": system.random_hex(16),
	}
	var players = []
	for name in names if names != null else []:
		if not name.ends_with("-" + FILE) or name.length() != PREFIX_LENGTH + FILE.length():
			continue
		var player = _read(platform, name.substr(0, PREFIX_LENGTH))
		if player["state"] == "erased":
			_erase(platform, names, player["prefix"])
			continue
		players.append(player)
		if player["state"] == "failed":
			found["is_volatile"] = true
	for player in players:
		if player["state"] == "ok" and same(player["user_id"], user_id):
			return _known(found, player, false)
	if user_id != null and players.size() == 1 and players[0]["state"] == "ok":
		if players[0]["user_id"] == null:
			return _known(found, players[0], true)
	return found


static func same(one, other):
	if one == null or other == null:
		return one == null and other == null
	return one == other


# A sign-out that a kill interrupted goes on. The file that says so is the last one.
static func _erase(platform, names, prefix):
	for name in names:
		if name.begins_with(prefix) and name != prefix + FILE:
			platform.storage.remove(name)
	platform.storage.remove(prefix + FILE)


static func _known(found, player, is_new):
	found["prefix"] = player["prefix"]
	found["installation_id"] = player["installation_id"]
	found["is_new"] = is_new
	found["is_volatile"] = false
	return found


static func _read(platform, prefix):
	var store = Store.new(platform, prefix, null, "")
	var read = store.read_json(FILE)
	for _again in range(MAX_READS - 1):
		if read["state"] == "failed":
			read = store.read_json(FILE)
	var player = {"state": read["state"], "prefix": prefix, "user_id": null}
	var value = read["value"]
	if read["state"] != "ok":
		return player
	if Rules.is_object(value) and value.has("is_erased"):
		player["state"] = "erased"
		return player
	if not Rules.is_object(value) or Rules.text_of(value.get("installation_id")).length() < 8:
		player["state"] = "damaged"
		return player
	player["installation_id"] = value["installation_id"]
	if Rules.is_text(value.get("user_id")):
		player["user_id"] = value["user_id"]
	elif value.get("user_id") != null:
		player["state"] = "damaged"
	return player
