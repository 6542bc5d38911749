# HTTP with the HTTPClient of the engine: a connection for each request, never blocking.

const Exchange = preload("exchange.gd")

var _system
# By number.
var _open = {}


func _init(system):
	_system = system


func is_idle():
	return _open.size() == 0


## `request`: `number`, `method`, `url`, `headers`, `bytes` (or null), `timeout` in milliseconds.
func send(request):
	var ends_at = _system.network_ms() + request["timeout"]
	_open[request["number"]] = Exchange.new(_system, request, ends_at)


func cancel(number):
	if _open.has(number):
		_open[number].close()
		_open.erase(number)


## Returns what has ended: `number`, and `failure` or `status`, `headers` and `bytes`.
func update():
	var ended = []
	for number in _open.keys():
		var response = _open[number].update(_system.network_ms())
		if response != null:
			response["number"] = number
			ended.append(response)
			cancel(number)
	return ended
