extends VBoxContainer
## The questions of a ticket type. Texts of the team are shown as they are.

const MAX_TEXT := 200
const MAX_LONG_TEXT := 1000

var _fields: Array = []
# By the name of the field: the control with the answer, and the box with label and help.
var _inputs := {}
var _boxes := {}


## `fields`: as `ticket_types` returns them.
func show_fields(fields: Array) -> void:
	_fields = []
	_inputs = {}
	_boxes = {}
	for child in get_children():
		child.queue_free()
	for field in fields:
		if field is Dictionary and field.get("name") is String:
			_fields.append(field)
			_add(field)
	_update()


func _add(field: Dictionary) -> void:
	var box := VBoxContainer.new()
	var label: String = str(field.get("label", ""))
	box.add_child(plain_label(label + (" *" if field.get("required", false) else "")))
	if field.get("help") != null:
		box.add_child(plain_label(str(field["help"])))
	var input := _input_of(field)
	box.add_child(input)
	add_child(box)
	_inputs[field["name"]] = input
	_boxes[field["name"]] = box


## A label that shows a text of players or the team: wrapped, never translated, no markup.
static func plain_label(text: String) -> Label:
	var label := Label.new()
	label.set_message_translation(false)
	label.text = text
	label.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	label.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	return label


func _input_of(field: Dictionary) -> Control:
	match str(field.get("kind")):
		"choice":
			var choices := [["", tr("Choose")]]
			var given = field.get("choices")
			for choice in given if given is Array else []:
				if choice is Dictionary and choice.has("value") and choice.has("label"):
					choices.append([choice["value"], choice["label"]])
			return _choice_of(choices)
		"yes_no":
			return _choice_of([["", tr("Choose")], [true, tr("Yes")], [false, tr("No")]])
		"long_text":
			var edit := TextEdit.new()
			edit.custom_minimum_size.y = 96
			edit.wrap_mode = TextEdit.LINE_WRAPPING_BOUNDARY
			return edit
	var line := LineEdit.new()
	line.max_length = MAX_TEXT
	if str(field.get("kind")) == "date":
		line.placeholder_text = "2026-01-31"
	return line


# Each choice has its value as metadata.
func _choice_of(choices: Array) -> OptionButton:
	var button := OptionButton.new()
	button.set_message_translation(false)
	button.clip_text = true
	for at in choices.size():
		button.add_item(str(choices[at][1]))
		button.set_item_metadata(at, choices[at][0])
	button.item_selected.connect(_on_selected)
	return button


func _on_selected(_at: int) -> void:
	_update()


# A field with a condition is shown only after that answer, in a field that is shown itself.
func _update() -> void:
	for field: Dictionary in _fields:
		var condition = field.get("showIf")
		var is_shown := true
		if condition is Dictionary and condition.get("field") is String:
			var answer = _answer_of(condition["field"])
			var text: String = str(answer).to_lower() if answer is bool else str(answer)
			is_shown = _is_shown(condition["field"]) and text == str(condition.get("value"))
		_boxes[field["name"]].visible = is_shown


func _is_shown(name_of_field: String) -> bool:
	return _boxes.has(name_of_field) and _boxes[name_of_field].visible


func _answer_of(name_of_field: String):
	var input = _inputs.get(name_of_field)
	if input is OptionButton:
		return input.get_item_metadata(input.selected)
	if input is TextEdit:
		return input.text.strip_edges().left(MAX_LONG_TEXT)
	return input.text.strip_edges() if input is LineEdit else ""


## The answers of the shown fields, by name.
func answers() -> Dictionary:
	var found := {}
	for field: Dictionary in _fields:
		var answer = _answer_of(field["name"])
		if not _is_shown(field["name"]) or (answer is String and answer == ""):
			continue
		if str(field.get("kind")) == "number" and answer.is_valid_float():
			answer = answer.to_float()
		found[field["name"]] = answer
	return found


## The label of the first shown field that needs an answer and has none. "": there is none.
func missing() -> String:
	var found := answers()
	for field: Dictionary in _fields:
		var is_needed: bool = field.get("required", false) and _is_shown(field["name"])
		if is_needed and not found.has(field["name"]):
			return str(field.get("label", ""))
	return ""
