extends VBoxContainer
## The example: a button that opens the panel. Messages of the inbox are shown above it.


func _ready() -> void:
	PlayerSupport.message.connect(_on_message)
	PlayerSupport.error.connect(_on_error)
	PlayerSupport.start()
	$SupportButton.grab_focus()


func _on_message(message: Dictionary) -> void:
	$News.text = "%s\n%s" % [message["title"], message["body"]]


func _on_error(problem: Dictionary) -> void:
	print(problem["slug"], ": ", problem["message"])
