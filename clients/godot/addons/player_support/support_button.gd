extends Button
## A button that opens the panel, and shows how many messages are unread. Attach it to a Button.


func _ready() -> void:
	pressed.connect(PlayerSupport.open_panel)
	PlayerSupport.unread.connect(_on_unread)
	_on_unread(PlayerSupport.unread_count())


func _on_unread(count: int) -> void:
	text = tr("Support") if count == 0 else "%s (%d)" % [tr("Support"), count]
