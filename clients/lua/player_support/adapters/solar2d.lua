-- Solar2D (Corona). NOT RUN by us: only its syntax is checked. Call `update` in an `enterFrame`
-- listener. On Android, the build settings need the INTERNET permission.
local callbacks = require("player_support.adapters.callbacks")
local storage = require("player_support.storage")

local solar2d = {}

local function send(request, answer)
  local handle = network.request(request.url, request.method, function(event)
    if event.phase ~= "ended" and not event.isError then return end
    if event.isError or not event.status or event.status < 100 then
      return answer(nil, tostring(event.response or "no answer"))
    end
    answer({
      status = event.status,
      headers = callbacks.headers(event.responseHeaders),
      body = type(event.response) == "string" and event.response or "",
    })
  end, {
    headers = request.headers,
    body = request.body,
    bodyType = "binary",
    timeout = request.timeout,
    handleRedirects = false,
  })
  return function() network.cancel(handle) end
end

--- Keeps its files in the documents directory. `options.prefix`: of their names; `player_support_`
-- by default.
function solar2d.platform(options)
  local prefix = options and options.prefix or "player_support_"
  local now = system.getTimer
  return {
    transport = callbacks.transport(now, send),
    storage = storage.files(function(name) return system.pathForFile(prefix .. name, system.DocumentsDirectory) end),
    clock = { now = now, wall = function() return os.time() * 1000 end },
    -- network.request has no PATCH.
    whole_files = true,
  }
end

return solar2d
