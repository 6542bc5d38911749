-- Defold. NOT RUN by us: only its syntax is checked. Call `update` in the `update` of a script that
-- lives as long as the game. Native builds do not follow redirects; in HTML5 the browser does,
-- within the rules of CORS.
local callbacks = require("player_support.adapters.callbacks")
local storage = require("player_support.storage")
local time = require("player_support.time")

local defold = {}

local function send(request, answer)
  http.request(request.url, request.method, function(_, _, response)
    if not response.status or response.status == 0 then return answer(nil, response.error or "no answer") end
    answer({
      status = response.status,
      headers = callbacks.headers(response.headers),
      body = response.response or "",
    })
  end, request.headers, request.body, {
    timeout = request.timeout,
    -- The client has its own ETags, and must see a 304.
    ignore_cache = true,
    chunked_transfer = false,
  })
end

--- `options.application_id`: of `sys.get_save_file`, the folder of your game's saves.
function defold.platform(options)
  local id = options and options.application_id
  if type(id) ~= "string" then error("application_id is missing: it names the folder of your game's saves.", 2) end
  -- Defold has no monotonic clock.
  local now = time.steady(socket.gettime)
  return {
    transport = callbacks.transport(now, send),
    storage = storage.files(function(name) return sys.get_save_file(id, "player_support_" .. name) end),
    clock = { now = now, wall = function() return socket.gettime() * 1000 end },
  }
end

return defold
