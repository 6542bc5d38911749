-- LuaSocket, and LuaSec for HTTPS: plain Lua 5.1 to 5.4 and LuaJIT. Nothing blocks, except the
-- look-up of a host name, which LuaSocket cannot do in the background: its result is kept for five
-- minutes.
local socket = require("socket")
local storage = require("player_support.storage")
local time = require("player_support.time")

local luasocket = {}

local CHUNK_BYTES = 65536
-- Per frame and request.
local FRAME_BYTES = 1048576
-- Headers, and 4 MiB of the body.
local MAX_RESPONSE_BYTES = 4 * 1024 * 1024 + 65536
local KEEP_ADDRESS_SECONDS = 300
local CA_FILES = {
  "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  "/etc/ssl/ca-bundle.pem",
}

local function find_ca_file()
  for _, path in ipairs(CA_FILES) do
    local file = io.open(path, "rb")
    if file then
      file:close()
      return path
    end
  end
end

local function matches_host(pattern, host)
  pattern, host = string.lower(pattern), string.lower(host)
  if pattern == host then return true end
  -- A star stands for the first label only.
  local rest = string.match(pattern, "^%*(%..+%..+)$")
  return rest ~= nil and string.match(host, "^[^.]+(%..+)$") == rest
end

-- LuaSec checks who signed the certificate, but not of which host it is.
local function is_for_host(certificate, host)
  for _, extension in pairs(certificate and certificate:extensions() or {}) do
    if type(extension) == "table" then
      for _, kind in ipairs({ "dNSName", "iPAddress" }) do
        for _, name in ipairs(extension[kind] or {}) do
          if matches_host(name, host) then return true end
        end
      end
    end
  end
  return false
end

local function is_waiting(reason)
  return reason == "timeout" or reason == "wantread" or reason == "wantwrite"
end

local addresses = {}

local function resolve(host)
  local known = addresses[host]
  if known and socket.gettime() - known.at < KEEP_ADDRESS_SECONDS and socket.gettime() >= known.at then return known end
  local found, reason = socket.dns.getaddrinfo(host)
  if not found or #found == 0 then return nil, reason or "the host is unknown" end
  found.at = socket.gettime()
  addresses[host] = found
  return found
end

-- The functions below run in a coroutine, and yield while the socket waits.
local function connect_to(address, port, work)
  local connection = address.family == "inet6" and socket.tcp6() or socket.tcp4()
  connection:settimeout(0)
  work.connection = connection
  local is_connected, reason = connection:connect(address.addr, port)
  while not is_connected do
    if reason ~= "timeout" and reason ~= "Operation already in progress" then return nil, reason end
    local _, writable = socket.select(nil, { connection }, 0)
    if writable[1] then
      if connection:getpeername() then return connection end
      return nil, "the connection was refused"
    end
    coroutine.yield()
  end
  return connection
end

local function connect(host, port, work)
  local list, reason = resolve(host)
  local connection
  for _, address in ipairs(list or {}) do
    connection, reason = connect_to(address, port, work)
    if connection then
      connection:setoption("tcp-nodelay", true)
      return connection
    end
    work.connection:close()
  end
  return nil, reason
end

local function secure(connection, host, work, ca_file)
  local has_ssl, ssl = pcall(require, "ssl")
  if not has_ssl then return nil, "HTTPS needs LuaSec" end
  local file = ca_file or find_ca_file()
  if not file then return nil, "no file of root certificates was found: give ca_file" end
  local secured, reason = ssl.wrap(connection, {
    mode = "client", protocol = "any", options = { "all", "no_sslv2", "no_sslv3", "no_tlsv1", "no_tlsv1_1" },
    verify = "peer", cafile = file,
  })
  if not secured then return nil, reason end
  work.connection = secured
  secured:settimeout(0)
  secured:sni(host)
  local is_done
  repeat
    is_done, reason = secured:dohandshake()
    if not is_done then
      if not is_waiting(reason) then return nil, "TLS: " .. tostring(reason) end
      coroutine.yield()
    end
  until is_done
  if not is_for_host(secured:getpeercertificate(), host) then return nil, "TLS: the certificate is of another host" end
  return secured
end

-- False if the other side closed: it may have answered before.
local function send_all(connection, text, head_bytes, progress)
  local sent, in_frame = 0, 0
  while sent < #text do
    local last, reason, partial = connection:send(text, sent + 1, math.min(sent + CHUNK_BYTES, #text))
    local now_sent = last or partial or sent
    in_frame = in_frame + now_sent - sent
    sent = now_sent
    if progress then progress(math.max(sent - head_bytes, 0)) end
    if not last and not is_waiting(reason) then return end
    if not last or in_frame > FRAME_BYTES then
      in_frame = 0
      coroutine.yield()
    end
  end
end

local function parse_head(text)
  local stop = string.find(text, "\r\n\r\n", 1, true)
  if not stop then return nil end
  local status = string.match(text, "^HTTP/%d%.%d (%d%d%d)")
  if not status then return nil, "no HTTP" end
  local headers = {}
  for name, value in string.gmatch(string.sub(text, 1, stop + 1), "\r\n([^:\r\n]+):[ \t]*([^\r\n]*)") do
    name = string.lower(name)
    headers[name] = headers[name] and (headers[name] .. ", " .. value) or value
  end
  return { status = tonumber(status), headers = headers, body_at = stop + 4 }
end

-- Reads a chunked body as it comes. Returns a function that takes the next bytes, and returns the
-- body, or nil while it is incomplete.
local function chunk_reader()
  local text, parts = "", {}
  local function read(at)
    local line_end = string.find(text, "\r\n", at, true)
    -- At most 7 digits: more would be negative in Lua 5.4, and the loop go back for ever.
    local digits = line_end and string.match(string.sub(text, at, line_end - 1), "^0*(%x+)")
    local size = digits and #digits <= 7 and tonumber(digits, 16)
    if not size or #text < line_end + 1 + size + 2 then return nil end
    parts[#parts + 1] = string.sub(text, line_end + 2, line_end + 1 + size)
    return line_end + 2 + size + 2, size == 0
  end
  return function(received)
    text = text .. received
    local at, is_last = 1, false
    while true do
      local next_at
      next_at, is_last = read(at)
      if is_last then return table.concat(parts) end
      if not next_at then break end
      at = next_at
    end
    text = string.sub(text, at)
  end
end

-- Returns the body, or nil while more must come.
local function body_of(head, text, is_closed, method)
  local length = tonumber(head.headers["content-length"])
  if head.status == 204 or head.status == 304 or method == "HEAD" then return "" end
  if string.find(string.lower(head.headers["transfer-encoding"] or ""), "chunked", 1, true) then
    head.read_chunks = chunk_reader()
    return head.read_chunks(string.sub(text, head.body_at))
  end
  if length then
    if #text - head.body_at + 1 < length then return nil end
    return string.sub(text, head.body_at, head.body_at + length - 1)
  end
  return is_closed and string.sub(text, head.body_at) or nil
end

local function can_be_whole(head, bytes)
  local length = tonumber(head.headers["content-length"])
  return length ~= nil and bytes - head.body_at + 1 >= length
end

local function receive_response(connection, method)
  local parts, bytes, in_frame = {}, 0, 0
  local head
  while true do
    local text, reason, partial = connection:receive(CHUNK_BYTES)
    local received = text or partial or ""
    if #received > 0 then
      parts[#parts + 1] = received
      bytes = bytes + #received
      in_frame = in_frame + #received
    end
    if bytes > MAX_RESPONSE_BYTES then return nil, "the response is too large" end
    local is_closed = not text and not is_waiting(reason)
    if #received > 0 or is_closed then
      -- Joins the parts only when they can be the whole.
      if head and head.read_chunks then
        parts = {}
        local body = head.read_chunks(received)
        if body then return { status = head.status, headers = head.headers, body = body } end
      elseif not head or is_closed or can_be_whole(head, bytes) then
        local all = table.concat(parts)
        parts = { all }
        if not head then
          local problem
          head, problem = parse_head(all)
          if problem then return nil, problem end
          -- 100 Continue and the like come before the answer.
          if head and head.status < 200 then
            parts = { string.sub(all, head.body_at) }
            bytes = #parts[1]
            head = nil
          end
        end
        local body = head and body_of(head, all, is_closed, method)
        if body then return { status = head.status, headers = head.headers, body = body } end
      end
      if is_closed then return nil, "the connection was closed" end
    end
    if not text or in_frame > FRAME_BYTES then
      in_frame = 0
      coroutine.yield()
    end
  end
end

-- Of an address such as `localhost:3000` or `[::1]:3000`.
local function split_authority(authority)
  local host, port = string.match(authority, "^%[(.-)%]:?(%d*)$")
  if not host then host, port = string.match(authority, "^(.-):(%d+)$") end
  return host or authority, port
end

local function exchange(request, work, ca_file)
  local scheme, authority, path = string.match(request.url, "^(https?)://([^/]+)(.*)$")
  local host, port = split_authority(authority)
  local connection, reason = connect(host, tonumber(port) or (scheme == "https" and 443 or 80), work)
  if connection and scheme == "https" then connection, reason = secure(connection, host, work, ca_file) end
  if not connection then return nil, reason end
  local body = request.body or ""
  local lines = { request.method .. " " .. (path == "" and "/" or path) .. " HTTP/1.1", "Host: " .. authority,
    "Connection: close", "User-Agent: player-support-lua" }
  if request.body or request.method ~= "GET" then lines[#lines + 1] = "Content-Length: " .. #body end
  for name, value in pairs(request.headers) do
    lines[#lines + 1] = name .. ": " .. string.gsub(value, "[\r\n]", " ")
  end
  local head = table.concat(lines, "\r\n") .. "\r\n\r\n"
  send_all(connection, head .. body, #head, request.progress)
  return receive_response(connection, request.method)
end

--- Sends requests without blocking. Redirects are not followed. `ca_file`: root certificates for
-- HTTPS.
function luasocket.transport(ca_file)
  local transport = {}
  local works = {}
  local now = time.steady(socket.gettime)

  local function finish(work, response, reason)
    works[work] = nil
    if work.connection then work.connection:close() end
    work.done(response, reason)
  end

  --- Begins a request. `done(response)` or `done(nil, reason)` is called by `update`.
  function transport.send(request, done)
    local work = { done = done, ends_at = now() + request.timeout * 1000 }
    work.thread = coroutine.create(function() return exchange(request, work, ca_file) end)
    works[work] = true
    return work
  end

  --- Ends a request. Its `done` is not called.
  function transport.cancel(work)
    if not works[work] then return end
    works[work] = nil
    if work.connection then work.connection:close() end
  end

  --- Goes on with all requests.
  function transport.update()
    local list = {}
    for work in pairs(works) do list[#list + 1] = work end
    for _, work in ipairs(list) do
      if works[work] then
        local is_right, response, reason = coroutine.resume(work.thread)
        if not is_right then finish(work, nil, response)
        elseif coroutine.status(work.thread) == "dead" then finish(work, response, reason)
        elseif now() > work.ends_at then finish(work, nil, "time-out") end
      end
    end
  end

  return transport
end

--- The system clock can be set, so waits use a clock that goes forward only, at most five seconds
-- per reading.
function luasocket.clock()
  return { now = time.steady(socket.gettime), wall = function() return socket.gettime() * 1000 end }
end

--- `options.folder`: an existing folder that only this game and only one process uses.
-- `options.ca_file`: root certificates in PEM, if the system's are not found.
function luasocket.platform(options)
  local folder = options and options.folder
  if type(folder) ~= "string" then error("folder is missing: an existing folder for what the game keeps.", 2) end
  return {
    transport = luasocket.transport(options.ca_file),
    storage = storage.files(function(name) return folder .. "/player-support-" .. name end),
    clock = luasocket.clock(),
  }
end

return luasocket
