-- One request in a thread of LÖVE. Pushes how many bytes are sent, and at last the answer.
local channel, request = ...

require("love.timer")

local function by_https(https)
  local status, body, headers = https.request(request.url, {
    method = request.method, headers = request.headers, data = request.body,
  })
  if type(status) ~= "number" or status == 0 then return { reason = tostring(body or "no answer") } end
  return { status = status, body = body or "", headers = headers or {} }
end

local function by_socket()
  local transport = require("player_support.adapters.luasocket").transport()
  local answer
  request.progress = function(sent) channel:push(sent) end
  transport.send(request, function(response, reason) answer = response or { reason = tostring(reason) } end)
  while not answer do
    transport.update()
    love.timer.sleep(0.005)
  end
  return answer
end

local is_https = string.sub(request.url, 1, 6) == "https:"
local has_https, https = pcall(require, "https")
-- LuaSec is better where it is there: it does not follow redirects.
local is_by_https = is_https and not pcall(require, "ssl") and has_https
channel:push(is_by_https and by_https(https) or by_socket())
