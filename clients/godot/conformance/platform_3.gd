# What the core needs of Godot 3.2: see ../addons/player_support/platform_4.gd. For the conformance
# suite only: time can be faster, the clock wrong, and the storage slow.

const System3 = preload("system_3.gd")
const Storage3 = preload("storage_3.gd")

var system
var storage
var transport


# `transport`: the script of the core.
func _init(core_transport, folder, speed, clock_offset, storage_delay):
	system = System3.new(speed, clock_offset)
	storage = Storage3.new(folder, storage_delay)
	transport = core_transport.new(system)
