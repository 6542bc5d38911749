# Writes JSON. The engine's own writer leaves control characters as they are and writes "\v",
# which are not JSON: the server would refuse such a text for good.

const FIRST_LETTER = "\u0001"


static func write(value):
	if value == null:
		return "null"
	var type = typeof(value)
	if type == typeof(""):
		return quoted(value)
	if type == typeof(true):
		return "true" if value else "false"
	if type == typeof(1):
		return str(value)
	if type == typeof(1.5):
		return _number(value)
	var parts = []
	if type == typeof({}):
		for key in value:
			parts.append(quoted(str(key)) + ":" + write(value[key]))
		return "{" + _joined(parts) + "}"
	if type == typeof([]):
		for one in value:
			parts.append(write(one))
		return "[" + _joined(parts) + "]"
	return quoted(str(value))


# The engine reads every number of a JSON text as a float.
static func _number(value):
	if is_nan(value) or is_inf(value):
		return "null"
	return str(int(value)) if value == floor(value) and abs(value) < 1e15 else str(value)


static func _joined(parts):
	var text = ""
	for part in parts:
		text += part if text == "" else "," + part
	return text


static func _without_nul(text):
	var rest = ""
	for at in range(text.length()):
		rest += text[at] if text[at] >= FIRST_LETTER else ""
	return rest


static func quoted(text):
	var safe = text.replace("\\", "\\\\").replace("\"", "\\\"")
	# GDScript has no name for NUL, but it is less than all others.
	for at in range(text.length()):
		if text[at] < FIRST_LETTER:
			return quoted(_without_nul(text))
	for code in range(1, 32):
		var letter = char(code)
		if safe.find(letter) >= 0:
			safe = safe.replace(letter, "\\u00%02x" % code)
	return "\"" + safe + "\""
