extends RefCounted
## What the core needs of Godot 4. The core knows nothing else of the engine:
##
## - `system`: clock, random numbers, bytes, JSON;
## - `storage`: the files of one folder;
## - `transport`: HTTP.

const System4 = preload("system_4.gd")
const Storage4 = preload("storage_4.gd")
const Transport = preload("core/transport.gd")

var system
var storage
var transport


## `folder`: for all that the client keeps, such as "user://player_support".
func _init(folder: String) -> void:
	system = System4.new()
	storage = Storage4.new(folder)
	transport = Transport.new(system)
