-- Sends requests, and decides whether the service has answered: a login page or a proxy may do so
-- instead.
local json = require("player_support.json")
local time = require("player_support.time")

local http = {}

local TIMEOUT_SECONDS = 20
local MAX_RETRY_AFTER_SECONDS = 3600
local MAX_BODY_BYTES = 4 * 1024 * 1024
-- An error is stored with its entry.
local MAX_MESSAGE_BYTES = 1000
local MAX_ERROR_BYTES = 65536
local MAX_SLUG_BYTES = 100

local error_meta = { __tostring = function(problem) return problem.slug .. ": " .. tostring(problem.message) end }

--- An error: `slug`, `status` (0 without an answer of the server), `message`, `errors` by field,
-- `retry_after`.
function http.problem(fields)
  fields.status = fields.status or 0
  fields.slug = fields.slug or "unknown"
  fields.message = fields.message or fields.slug
  return setmetatable(fields, error_meta)
end

local NOT_FINAL = { [401] = true, [408] = true, [429] = true }

--- Returns whether the service would refuse such a request again.
-- `path` is how its path begins: a refusal of another request, such as identify, does not count.
function http.is_final(problem, path)
  if not problem.path or string.sub(problem.path, 1, #path) ~= path then return false end
  return problem.status < 500 and not NOT_FINAL[problem.status]
end

--- Encodes a text for a part of a URL or for a header.
function http.encode(text)
  return (string.gsub(json.valid_utf8(text), "[^%w%-%._~]", function(character)
    return string.format("%%%02X", string.byte(character))
  end))
end

-- A date is compared with the server's own Date: the clock of the device can be wrong.
local function retry_after(headers, clock)
  local text = headers["retry-after"]
  if not text then return nil end
  local seconds = tonumber(string.match(text, "^%s*(%d+)%s*$"))
  if not seconds then
    local date = time.of_header(text)
    seconds = date and (date - (time.of_header(headers.date) or clock.wall())) / 1000
  end
  if not seconds or seconds < 0 then return nil end
  return math.min(seconds, MAX_RETRY_AFTER_SECONDS)
end

local function text_of(value)
  return type(value) == "string" and value or nil
end

-- The slug of a problem, or the code of a refused identify. Empty: another server answered.
local function slug_of(body)
  local code = type(body.error) == "table" and body.error.code
  local slug = string.match(tostring(code), "^project_[%w_]+$")
  if body.type then slug = string.match(tostring(body.type), "^/problems/([%w_%-]+)$") end
  return slug and #slug <= MAX_SLUG_BYTES and slug or ""
end

-- Texts by field. Whatever else is there is left out.
local function errors_of(response, body)
  local errors = {}
  if type(body.errors) ~= "table" or #response.body > MAX_ERROR_BYTES then return errors end
  for name, messages in pairs(body.errors) do
    if type(name) == "string" and json.is_array(messages) then
      local texts = json.array()
      for _, message in ipairs(messages) do texts[#texts + 1] = text_of(message) end
      errors[name] = texts
    end
  end
  return errors
end

-- Texts of answers become headers and paths: longer ones, kept, would be refused by each proxy.
local MAX_TEXT_BYTES = 2000

-- `expects` has the names of texts, or of lists if they end with `[]`.
local function has_fields(body, expects)
  for _, field in ipairs(expects) do
    local list = string.match(field, "^(.*)%[%]$")
    if list and not json.is_array(body[list]) then return false end
    local text = not list and text_of(body[field])
    if not list and (not text or text == "" or #text > MAX_TEXT_BYTES) then return false end
  end
  return true
end

-- Returns the response with its parsed body, or nil and a problem.
local function judge(request, response, service)
  local status, headers = response.status, response.headers
  if status < 100 or (status > 299 and status < 400 and status ~= 304) then
    return nil, http.problem({ slug = "redirect", message = "The base_url redirects." })
  end
  if #response.body > MAX_BODY_BYTES then
    return nil, http.problem({ slug = "foreign-response", message = "The response is too large." })
  end
  local body = json.decode(response.body)
  local is_object = type(body) == "table" and body ~= json.null and not json.is_array(body)
  if not is_object then body = {} end
  -- The answer to a part of a file is in a header.
  if status < 300 and headers["upload-offset"] then body.offset = body.offset or headers["upload-offset"] end
  local slug = slug_of(body)
  local is_of_service
  if status == 304 then is_of_service = request.headers and request.headers["If-None-Match"] ~= nil
  elseif status > 299 then is_of_service = slug ~= ""
  elseif not request.expects then is_of_service = is_object or status == 204
  else is_of_service = has_fields(body, request.expects) end
  if is_of_service then service.server_clock.learn(headers)
  elseif status < 500 and status ~= 429 then
    return nil, http.problem({ slug = "foreign-response", message = "Another server answered " .. status .. "." })
  end
  if status < 400 then return { status = status, headers = headers, body = body } end
  local detail = text_of(body.detail) or text_of(body.title)
    or (type(body.error) == "table" and text_of(body.error.message)) or ("The server answered " .. status .. ".")
  return nil, http.problem({
    slug = slug,
    status = status,
    path = request.path,
    message = json.valid_utf8(string.sub(detail, 1, MAX_MESSAGE_BYTES)),
    errors = errors_of(response, body),
    retry_after = retry_after(headers, service.clock),
    request_id = headers["x-request-id"],
  })
end

--- Makes a sender for one player. `service` has `base_url`, `transport`, `clock` and
-- `server_clock`.
function http.create(service)
  local sender = {}
  local active = {}

  --- Sends a request: `method` (POST), `path`, `headers`, `body` (a table) or `bytes`, `timeout` in
  -- seconds, `expects` (nil: any JSON object, or 204). Calls `done(response)` or
  -- `done(nil, problem)` later.
  function sender.send(request, done)
    local headers = {}
    for name, value in pairs(request.headers or {}) do headers[name] = value end
    local bytes = request.bytes
    if request.body then
      bytes = json.encode(request.body)
      headers["Content-Type"] = "application/json"
    end
    local sent = { done = done }
    active[sent] = true
    sent.handle = service.transport.send({
      method = request.method or "POST",
      url = service.base_url .. request.path,
      headers = headers,
      body = bytes,
      timeout = request.timeout or TIMEOUT_SECONDS,
      progress = request.progress,
    }, function(response, reason)
      if not active[sent] then return end
      active[sent] = nil
      if response then return done(judge(request, response, service)) end
      done(nil, http.problem({ slug = "network", message = "No response: " .. tostring(reason) }))
    end)
  end

  --- Ends all requests with this problem.
  function sender.cancel_all(problem)
    local cancelled = active
    active = {}
    for sent in pairs(cancelled) do
      service.transport.cancel(sent.handle)
      sent.done(nil, problem)
    end
  end

  return sender
end

return http
