# Times, waits and checks. Like all files of core/, it runs in Godot 3.2 and in Godot 4:
# everything in which the two differ is in the platform (see platform_4.gd).

const DAY_MS = 86400000
const FIRST_WAIT_MS = 2000
const MAX_WAIT_MS = 900000
const MAX_RETRY_AFTER_SECONDS = 3600
const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"
const MAX_TEXT = 2000
const DIGITS = "0123456789"
const HEX_DIGITS = "0123456789abcdef"
const SLUG_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
# The longest texts of a context that the server takes, in characters.
const CONTEXT_LENGTHS = {
	"appVersion": 50, "buildNumber": 50, "platform": 50, "locale": 30, "deviceModel": 200,
	"osVersion": 100,
}
const HEADER_SIGNS = "!\"#$%&'()*+,./:;<=>?@[\\]^`{|}~"
# More is a number that no rule here needs, and could overflow.
const MAX_DIGITS = 15


static func is_text(value):
	return typeof(value) == typeof("")


static func is_list(value):
	return typeof(value) == typeof([])


static func is_object(value):
	return typeof(value) == typeof({})


static func is_number(value):
	return typeof(value) == typeof(1) or typeof(value) == typeof(1.5)


# An id of the server is short.
static func is_id(value):
	return is_text(value) and value != "" and value.length() <= 200


## As `random_hex` makes them.
static func is_hex(text):
	for at in range(text.length()):
		if HEX_DIGITS.find(text[at]) < 0:
			return false
	return text != "" and text.length() <= 64


## Of a response: longer ones could not be sent in a path or a header.
static func is_short_text(value):
	return is_text(value) and value != "" and value.length() <= MAX_TEXT


## A text that can be a header, or "".
static func header_text(value, max_length):
	var text = text_of(value)
	if text.length() > max_length:
		return ""
	for at in range(text.length()):
		if SLUG_LETTERS.find(text[at]) < 0 and HEADER_SIGNS.find(text[at]) < 0:
			return ""
	return text


## Of the inbox or a list: any object with an id.
static func is_message(value):
	return is_object(value) and is_id(value.get("id"))


static func has_any(text, parts):
	for part in parts:
		if text.find(part) >= 0:
			return true
	return false


static func text_of(value, fallback = ""):
	return value if is_text(value) else fallback


## The known texts of a context, cut: if one is too long, the server refuses the identify, and
## then nothing is sent. A number becomes a text.
static func context_of(value):
	if value == null:
		return null
	var context = {}
	for name in CONTEXT_LENGTHS:
		var one = value.get(name)
		var text = str(one) if is_number(one) else text_of(one)
		if text != "":
			context[name] = text.substr(0, CONTEXT_LENGTHS[name])
	return context


## Reads an integer, also from a text of digits. Otherwise returns `fallback`.
static func integer(value, fallback):
	if is_number(value):
		return int(value) if abs(value) < 1e15 else fallback
	if not is_text(value) or value == "" or value.length() > MAX_DIGITS:
		return fallback
	for at in range(value.length()):
		if DIGITS.find(value[at]) < 0:
			return fallback
	return value.to_int()


## Returns the last part of a problem's type, or the code of identify's 404. Otherwise "".
static func slug_of(body):
	var type = body.get("type")
	if type != null:
		if not is_text(type) or not type.begins_with("/problems/"):
			return ""
		return _word(type.substr(10, type.length()))
	var error = body.get("error")
	var code = text_of(error.get("code")) if is_object(error) else ""
	return _word(code) if code.begins_with("project_") else ""


static func _word(text):
	for at in range(text.length()):
		if SLUG_LETTERS.find(text[at]) < 0:
			return ""
	return text


## What is wrong by field: lists of texts, and nothing else.
static func errors_of(value):
	var errors = {}
	for field in value if is_object(value) else {}:
		if is_list(value[field]):
			errors[field] = []
			for text in value[field]:
				if is_text(text):
					errors[field].append(text)
	return errors


## Makes an error without a response of the server.
static func local_error(slug, message = ""):
	return {
		"slug": slug,
		"status": 0,
		"message": slug if message == "" else message,
		"errors": {},
		"retry_after": 0,
		"path": "",
	}


## Returns whether the server would refuse this very request again. A refusal of another path,
## such as identify, does not count.
static func is_final(error, path):
	if error == null or error["path"] == "" or not error["path"].begins_with(path):
		return false
	var status = error["status"]
	return status >= 400 and status < 500 and status != 401 and status != 408 and status != 429


## Milliseconds until the next try: doubled up to 15 minutes, with chance, and never less than
## what the server asked for. `chance`: 0 to 1.
static func back_off(failures, retry_after_seconds, chance):
	var longest = FIRST_WAIT_MS
	for _one in range(failures):
		longest = longest * 2
		if longest >= MAX_WAIT_MS:
			longest = MAX_WAIT_MS
			break
	var shortest = max(longest / 2.0, retry_after_seconds * 1000.0)
	return shortest + chance * max(longest, shortest) * 0.5


## Reads Retry-After in seconds. A date is compared with the response's own Date, because the
## clock of the device can be wrong. 0 without one.
static func retry_after(headers, wall_ms):
	var text = headers.get("retry-after", "").strip_edges()
	var seconds = integer(text, -1)
	if seconds < 0:
		var date = parse_time(text)
		if date < 0:
			return 0
		seconds = (date - time_of(headers, wall_ms)) / 1000.0
	return clamp(seconds, 0, MAX_RETRY_AFTER_SECONDS)


## The response's Date in milliseconds. Without one, the device's time.
static func time_of(headers, wall_ms):
	var date = parse_time(headers.get("date", ""))
	return wall_ms if date < 0 else date


## Reads an HTTP date or an ISO 8601 time in UTC. Returns milliseconds since 1970, or -1.
static func parse_time(text):
	if not is_text(text):
		return -1
	if text.ends_with("Z") and text.length() >= 20 and text[10] == "T":
		var day = _day(text.substr(0, 4), integer(text.substr(5, 2), 0), text.substr(8, 2))
		var rest = text.substr(20, text.length() - 21) if text[19] == "." else ""
		return _time(day, text.substr(11, 8), integer((rest + "000").substr(0, 3), 0))
	var parts = text.split(" ", false)
	if parts.size() != 6 or parts[2].length() != 3:
		return -1
	var month = MONTHS.find(parts[2])
	if month < 0 or month % 3 != 0:
		return -1
	return _time(_day(parts[3], month / 3 + 1, parts[1]), parts[4], 0)


static func _time(day, clock, milliseconds):
	if day < 0 or clock.length() != 8:
		return -1
	var hours = integer(clock.substr(0, 2), -1)
	var minutes = integer(clock.substr(3, 2), -1)
	var seconds = integer(clock.substr(6, 2), -1)
	if hours < 0 or minutes < 0 or seconds < 0:
		return -1
	return day * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds


# Days since 1970, by the usual arithmetic of the civil calendar (years begin in March).
static func _day(year_text, month, day_text):
	var year = integer(year_text, -1)
	var day = integer(day_text, 0)
	if year < 1970 or month < 1 or month > 12 or day < 1 or day > 31:
		return -1
	if month <= 2:
		year = year - 1
	var era = year / 400
	var year_of_era = year - era * 400
	var day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
	var day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year
	return era * 146097 + day_of_era - 719468


## Writes milliseconds since 1970 as ISO 8601.
static func iso_text(milliseconds):
	var days = milliseconds / DAY_MS + 719468
	var era = days / 146097
	var of_era = days - era * 146097
	var year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365
	var of_year = of_era - (365 * year + year / 4 - year / 100)
	var part = (5 * of_year + 2) / 153
	var month = part + 3 if part < 10 else part - 9
	year = year + era * 400 + (1 if month <= 2 else 0)
	var rest = milliseconds % DAY_MS
	return "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" % [
		year, month, of_year - (153 * part + 2) / 5 + 1,
		rest / 3600000, rest / 60000 % 60, rest / 1000 % 60, rest % 1000
	]
