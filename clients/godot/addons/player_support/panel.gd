extends PanelContainer
## New ticket, tickets, conversation and inbox. It is plain: change it, or build your own from the
## functions of PlayerSupport. All texts in `tr` are keys for the translations of the game.

const QuestionForm = preload("question_form.gd")
const Rules = preload("core/rules.gd")

const WIDTH := 720
const MARGIN := 16
const BUTTON_HEIGHT := 44
const MAX_MESSAGE := 4000
const MAX_SUBJECT := 120
const DEFAULT_TYPES := ["bug", "payment", "account", "gameplay", "feedback", "other"]

var _support
var _client
var _picture: Image
var _margins: MarginContainer
var _content: VBoxContainer
var _inbox_button: Button
# The view that is shown: "new", "tickets", "ticket" or "inbox". Late answers of others are dropped.
var _view := ""
var _ticket_id := ""
# As the server returned them.
var _types: Array = []
var _tickets: Array = []
var _messages: Array = []
# Of the new ticket and the reply.
var _type_choice: OptionButton
var _subject: LineEdit
var _text: TextEdit
var _questions: QuestionForm
var _with_picture: CheckBox
var _hint: Label


## Call it before the panel enters the tree. `picture`: a screenshot, or null.
func setup(support, picture: Image) -> void:
	_support = support
	_client = support.client()
	_picture = picture


func _ready() -> void:
	_build_frame()
	_support.unread.connect(_on_unread)
	_support.outbox.connect(_on_outbox)
	_support.message.connect(_on_message)
	resized.connect(_fit)
	_fit()
	_on_unread(_support.unread_count())
	_client.ticket_types(TranslationServer.get_locale().replace("_", "-"), self, "_on_types")
	_show_new()


func _unhandled_input(event: InputEvent) -> void:
	if not event.is_action_pressed("ui_cancel"):
		return
	get_viewport().set_input_as_handled()
	if _view == "ticket":
		_show_tickets()
	else:
		_support.close_panel()


# One column: in the middle of a wide screen, and all of a narrow one.
func _fit() -> void:
	var side := maxi(MARGIN, int((size.x - WIDTH) / 2))
	_margins.add_theme_constant_override("margin_left", side)
	_margins.add_theme_constant_override("margin_right", side)
	_margins.add_theme_constant_override("margin_top", MARGIN)
	_margins.add_theme_constant_override("margin_bottom", MARGIN)


func _build_frame() -> void:
	_margins = MarginContainer.new()
	add_child(_margins)
	var frame := VBoxContainer.new()
	_margins.add_child(frame)
	var bar := HBoxContainer.new()
	frame.add_child(bar)
	_add_button(bar, tr("New ticket"), _show_new)
	_add_button(bar, tr("Tickets"), _show_tickets)
	_inbox_button = _add_button(bar, tr("Inbox"), _show_inbox)
	_add_button(bar, tr("Close"), _support.close_panel)
	var scroll := ScrollContainer.new()
	scroll.follow_focus = true
	scroll.size_flags_vertical = Control.SIZE_EXPAND_FILL
	scroll.horizontal_scroll_mode = ScrollContainer.SCROLL_MODE_DISABLED
	frame.add_child(scroll)
	_content = VBoxContainer.new()
	_content.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	_content.add_theme_constant_override("separation", 12)
	scroll.add_child(_content)


func _add_button(parent: Node, text: String, pressed: Callable) -> Button:
	var button := Button.new()
	button.text = text
	button.set_message_translation(false)
	button.clip_text = true
	button.custom_minimum_size.y = BUTTON_HEIGHT
	button.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	button.pressed.connect(pressed)
	parent.add_child(button)
	return button


func _add_label(text: String) -> Label:
	var label := QuestionForm.plain_label(text)
	_content.add_child(label)
	return label


func _add_text_edit(placeholder: String) -> TextEdit:
	var edit := TextEdit.new()
	edit.placeholder_text = placeholder
	edit.custom_minimum_size.y = 140
	edit.wrap_mode = TextEdit.LINE_WRAPPING_BOUNDARY
	edit.gui_input.connect(_on_edit_input.bind(edit))
	_content.add_child(edit)
	return edit


# Tab leaves the field, as in a form.
func _on_edit_input(event: InputEvent, edit: TextEdit) -> void:
	var next: Control = null
	if event.is_action_pressed("ui_focus_prev"):
		next = edit.find_prev_valid_focus()
	elif event.is_action_pressed("ui_focus_next"):
		next = edit.find_next_valid_focus()
	if next != null:
		edit.accept_event()
		next.grab_focus()


func _clear(view: String) -> void:
	_view = view
	for child in _content.get_children():
		_content.remove_child(child)
		child.queue_free()


func _on_unread(count: int) -> void:
	_inbox_button.text = tr("Inbox") if count == 0 else "%s (%d)" % [tr("Inbox"), count]


func _on_outbox(entry: Dictionary) -> void:
	# A ticket gets its id when it is sent.
	if _view == "ticket":
		if entry["id"] == _ticket_id:
			_ticket_id = entry["ticket_id"]
		_refresh_ticket()
	if entry["state"] == "sent":
		_load()


func _on_message(_message: Dictionary) -> void:
	_load()


# Asks the server for what is shown.
func _load() -> void:
	if _view == "inbox":
		_client.inbox_messages(self, "_on_inbox")
	elif _view == "tickets":
		_client.list_tickets(self, "_on_tickets")
	elif _view == "ticket":
		_client.get_ticket(_ticket_id, self, "_on_ticket")


# A new ticket


func _on_types(answer: Dictionary) -> void:
	if answer["error"] != null:
		return
	_types = []
	for type in answer["value"]:
		if type is Dictionary and type.get("type") is String and type.get("fields") is Array:
			_types.append(type)
	# Without a text that would be lost.
	if _view == "new" and _text.text == "" and _subject.text == "":
		_show_new()


func _show_new() -> void:
	_clear("new")
	_type_choice = OptionButton.new()
	_type_choice.clip_text = true
	_type_choice.custom_minimum_size.y = BUTTON_HEIGHT
	for type in _types if not _types.is_empty() else DEFAULT_TYPES:
		var name_of_type: String = type["type"] if type is Dictionary else type
		_type_choice.add_item(tr(name_of_type.capitalize()))
		_type_choice.set_item_metadata(_type_choice.item_count - 1, type)
	_type_choice.item_selected.connect(_on_type_selected)
	_content.add_child(_type_choice)
	_subject = LineEdit.new()
	_subject.placeholder_text = tr("Subject")
	_subject.max_length = MAX_SUBJECT
	_subject.custom_minimum_size.y = BUTTON_HEIGHT
	_content.add_child(_subject)
	_text = _add_text_edit(tr("What happened?"))
	_questions = QuestionForm.new()
	_content.add_child(_questions)
	_add_picture()
	_hint = _add_label("")
	_add_button(_content, tr("Send"), _send_ticket)
	_on_type_selected(_type_choice.selected)
	_type_choice.grab_focus()


func _add_picture() -> void:
	_with_picture = CheckBox.new()
	_with_picture.text = tr("Send a screenshot")
	_with_picture.visible = _picture != null
	_content.add_child(_with_picture)
	if _picture == null:
		return
	var preview := TextureRect.new()
	preview.texture = ImageTexture.create_from_image(_picture)
	preview.custom_minimum_size.y = 120
	preview.expand_mode = TextureRect.EXPAND_IGNORE_SIZE
	preview.stretch_mode = TextureRect.STRETCH_KEEP_ASPECT
	_content.add_child(preview)


func _on_type_selected(at: int) -> void:
	var type = _type_choice.get_item_metadata(at) if at >= 0 else null
	_questions.show_fields(type["fields"] if _form_version_of(type) > 0 else [])


# 0: the type has no form.
func _form_version_of(type) -> int:
	var version = type.get("formVersion") if type is Dictionary else null
	return int(version) if version is float or version is int else 0


func _send_ticket() -> void:
	var type = _type_choice.get_item_metadata(_type_choice.selected)
	var text := _text.text.strip_edges()
	var subject := _subject.text.strip_edges()
	if subject == "":
		subject = text.get_slice("\n", 0).strip_edges().left(MAX_SUBJECT)
	if not _is_sendable(text):
		return
	if _questions.missing() != "":
		_hint.text = "%s: %s" % [tr("Please answer"), _questions.missing()]
		return
	var version := _form_version_of(type)
	var answers: Dictionary = _questions.answers() if version > 0 else {}
	var name_of_type: String = type["type"] if type is Dictionary else type
	var files: Array = []
	if _picture != null and _with_picture.button_pressed:
		var bytes := _picture.save_png_to_buffer()
		files.append({"name": "screenshot.png", "type": "image/png", "bytes": bytes})
	var id: String = _support.create_ticket(name_of_type, subject, text, files, answers, version)
	if id == "":
		_hint.text = tr("Too many texts wait to be sent.")
	else:
		_open_ticket(id)


func _is_sendable(text: String) -> bool:
	if text == "":
		_hint.text = tr("Please write a text.")
	elif text.length() > MAX_MESSAGE:
		_hint.text = tr("The text is too long.")
	else:
		return true
	_text.grab_focus()
	return false


# Tickets and conversations


func _show_tickets() -> void:
	_clear("tickets")
	_list_tickets()
	_load()


func _on_tickets(answer: Dictionary) -> void:
	if answer["error"] == null:
		_tickets = answer["value"]
	if _view == "tickets":
		_clear("tickets")
		_list_tickets()


func _list_tickets() -> void:
	for entry: Dictionary in _support.outbox_entries():
		if entry["kind"] == "create" and entry["state"] != "sent":
			var text := "%s (%s)" % [entry["body"].get("subject", ""), _state_text(entry)]
			_add_button(_content, text, _open_ticket.bind(entry["id"]))
	for ticket: Dictionary in _tickets:
		var text := "%s (%s)" % [ticket.get("subject", ""), tr(_status_of(ticket).capitalize())]
		if Rules.integer(ticket.get("unreadCount"), 0) > 0:
			text = "* " + text
		_add_button(_content, text, _open_ticket.bind(ticket["id"]))
	if _content.get_child_count() == 0:
		_add_label(tr("No tickets yet."))
	_focus_first()


func _status_of(ticket: Dictionary) -> String:
	return str(ticket.get("status", ""))


func _state_text(entry: Dictionary) -> String:
	if entry["state"] == "failed":
		return tr("not sent")
	return tr("waiting") if entry["last_error"] != null else tr("sending")


func _focus_first() -> void:
	for child in _content.get_children():
		if child is Button:
			child.grab_focus()
			return


func _open_ticket(id: String) -> void:
	_ticket_id = id
	_messages = []
	_show_ticket()
	_text.grab_focus()
	_load()


func _on_ticket(answer: Dictionary) -> void:
	# A new ticket is not on the server yet.
	if _view != "ticket" or answer["error"] != null or str(answer["value"]["id"]) != _ticket_id:
		return
	_messages = answer["value"]["messages"]
	_refresh_ticket()


func _refresh_ticket() -> void:
	var draft := _text.text
	var had_focus := _text.has_focus()
	_show_ticket()
	_text.text = draft
	if had_focus:
		_text.grab_focus()


func _show_ticket() -> void:
	_clear("ticket")
	_add_button(_content, tr("Back"), _show_tickets)
	for message in _messages:
		if message is Dictionary:
			var author := tr("You") if str(message.get("authorType")) == "player" else tr("Support")
			_add_label("%s\n%s" % [author, message.get("message", "")])
	for entry: Dictionary in _support.outbox_entries():
		var is_here: bool = entry["ticket_id"] == _ticket_id or entry["id"] == _ticket_id
		if is_here and entry["state"] != "sent":
			_show_entry(entry)
	_text = _add_text_edit(tr("Your reply"))
	_hint = _add_label("")
	_add_button(_content, tr("Send"), _send_reply)


func _show_entry(entry: Dictionary) -> void:
	_add_label("%s (%s)\n%s" % [tr("You"), _state_text(entry), entry["body"]["message"]])
	for file: Dictionary in entry["files"]:
		if file["error"] != null:
			_add_label("%s: %s" % [tr("Sent without the file"), file["name"]])
	if entry["state"] != "failed":
		return
	_add_label(entry["error"]["message"])
	for field in entry["error"]["errors"]:
		_add_label("%s: %s" % [field, entry["error"]["errors"][field]])
	var buttons := HBoxContainer.new()
	_content.add_child(buttons)
	_add_button(buttons, tr("Try again"), _support.retry.bind(entry["id"]))
	_add_button(buttons, tr("Discard"), _discard.bind(entry["id"]))


func _discard(id: String) -> void:
	_support.discard(id)
	if id == _ticket_id:
		_show_tickets()
	else:
		_show_ticket()


func _send_reply() -> void:
	var text := _text.text.strip_edges()
	if not _is_sendable(text):
		return
	if _support.reply(_ticket_id, text) == "":
		_hint.text = tr("Too many texts wait to be sent.")
		return
	_show_ticket()
	_text.grab_focus()


# The inbox


func _show_inbox() -> void:
	_clear("inbox")
	_add_label(tr("Loading"))
	_load()


func _on_inbox(answer: Dictionary) -> void:
	if _view != "inbox":
		return
	_clear("inbox")
	if answer["error"] != null:
		_add_label(tr("The inbox cannot be loaded now."))
		return
	for message: Dictionary in answer["value"]:
		_add_label("%s\n%s" % [message.get("title", ""), message.get("body", "")])
		if message.get("ticketId") is String:
			_add_button(_content, tr("Open ticket"), _open_ticket.bind(message["ticketId"]))
		if message.get("readAt") == null:
			_client.mark_read(message["id"])
	if answer["value"].is_empty():
		_add_label(tr("No messages yet."))
	_focus_first()
