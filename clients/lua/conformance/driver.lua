-- A driver for the conformance suite (packages/client-conformance). It reads commands from standard
-- input and writes events to standard output, one JSON object per line.
package.path = "../?.lua;" .. package.path

local socket = require("socket")
local json = require("player_support.json")
local luasocket = require("player_support.adapters.luasocket")
local player_support = require("player_support")

local CAPABILITIES = { "fastTime", "clock", "slowStorage", "replyBeforeSent", "users", "sendNow", "retry", "files",
  "fileParts" }
local TICK_SECONDS = 0.004
-- Time-outs are slower than other waits: the service is not faster.
local SLOWER_TIMEOUTS = 10
local PART_BYTES = 256 * 1024

-- Unbuffered, so that select knows of every line that was not read.
io.stdin:setvbuf("no")
local input = { getfd = function() return 0 end, dirty = function() return false end }

local support

local function tell(event)
  io.stdout:write(json.encode(event), "\n")
  io.stdout:flush()
end

local BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
local VALUES = {}
for index = 1, 64 do VALUES[string.byte(BASE64, index)] = index - 1 end

local function from_base64(text)
  return (string.gsub(text, "..?.?.?", function(group)
    local a, b, c, d = string.byte(group, 1, 4)
    local bits = VALUES[a] * 262144 + VALUES[b] * 4096 + (VALUES[c] or 0) * 64 + (VALUES[d] or 0)
    local bytes = string.char(math.floor(bits / 65536), math.floor(bits / 256) % 256, bits % 256)
    local count = VALUES[d] and 3 or (VALUES[c] and 2 or 1)
    return string.sub(bytes, 1, count)
  end))
end

local function files_of(command)
  if not command.files then return nil end
  local files = {}
  for index, file in ipairs(command.files) do
    files[index] = { name = file.name, type = file.type, bytes = from_base64(file.content) }
  end
  return files
end

local function missing_of(entry)
  local missing = json.array()
  for _, file in ipairs(entry.files or {}) do
    if file.error then missing[#missing + 1] = { name = file.name, slug = file.error.slug or "unknown" } end
  end
  return missing
end

local function tell_of(entry)
  local message = entry.body.message
  for _, file in ipairs(entry.files or {}) do
    if file.is_stored then tell({ event = "fileStored", message = message, name = file.name }) end
  end
  for _, file in ipairs(missing_of(entry)) do
    tell({ event = "fileMissing", message = message, name = file.name, slug = file.slug })
  end
  if entry.state == "sent" then tell({ event = "sent", message = message, ticketId = entry.ticket_id })
  elseif entry.state == "failed" then tell({ event = "failed", message = message, slug = entry.error.slug })
  elseif entry.is_stored then tell({ event = "stored", message = message, entry = entry.id }) end
end

local function slowed(storage, delay)
  if delay == 0 then return storage end
  return {
    read = storage.read,
    remove = storage.remove,
    write = function(name, text)
      socket.sleep(delay / 1000)
      return storage.write(name, text)
    end,
  }
end

local function platform_of(command)
  local platform = luasocket.platform({ folder = command.storage })
  local speed, offset = command.speed or 1, command.clockOffset or 0
  local steady, wall, send = platform.clock.now, platform.clock.wall, platform.transport.send
  platform.clock = {
    now = function() return steady() * speed end,
    wall = function() return wall() + offset end,
  }
  function platform.transport.send(request, done)
    request.timeout = request.timeout / math.max(1, speed / SLOWER_TIMEOUTS)
    return send(request, done)
  end
  platform.storage = slowed(platform.storage, command.storageDelay or 0)
  return platform
end

local function start(command)
  support = player_support.new({
    base_url = command.baseUrl,
    project_public_key = command.projectPublicKey,
    user_id = command.userId,
    context = command.context,
    platform = platform_of(command),
    part_bytes = command.partBytes or PART_BYTES,
  })
  support:on("outbox", tell_of)
  support:on("message", function(message) tell({ event = "message", id = message.id, body = message.body }) end)
  support:on("unread", function(count) tell({ event = "unread", count = count }) end)
  support:on("error", function(problem)
    if problem.slug == "unknown" then io.stderr:write(tostring(problem), "\n") end
    tell({ event = "error", slug = problem.slug })
  end)
  support:start()
end

local function entries()
  local list = json.array()
  for index, entry in ipairs(support:outbox_entries()) do
    local state = (entry.state == "sent" or entry.state == "failed") and entry.state or "pending"
    list[index] = { message = entry.body.message, missing = missing_of(entry), state = state }
    if entry.error then list[index].slug = entry.error.slug end
  end
  return list
end

local function entry_with(message)
  for _, entry in ipairs(support:outbox_entries()) do
    if entry.body.message == message then return entry.id end
  end
  return ""
end

-- Answers the command now. The other commands are in `ASKED`.
local COMMANDS = {
  start = start,
  stop = function()
    support:stop()
    support = nil
  end,
  entries = entries,
  setUser = function(command) support:set_user(command.userId) end,
  signOut = function(command) support:sign_out(command.erase) end,
  sendNow = function() support:send_now() end,
  retry = function(command) support:retry(entry_with(command.message)) end,
  discard = function(command) support:discard(entry_with(command.message)) end,
}

local function inbox_of(messages)
  local list = json.array()
  for index, message in ipairs(messages) do
    list[index] = { id = message.id, body = message.body, read = message.readAt ~= nil }
  end
  return list
end

-- These ask the service.
local ASKED = {
  list = function(_, answer) support:list_tickets(answer) end,
  get = function(command, answer) support:get_ticket(command.ticketId, answer) end,
  inbox = function(_, answer)
    support:inbox_messages(function(messages, problem) answer(messages and inbox_of(messages), problem) end)
  end,
  markRead = function(command, answer) support:mark_read(command.messageId, answer) end,
}

local function handle(command)
  local name = command.command
  if name == "create" then
    support:create_ticket({ type = command.type, subject = command.subject, message = command.message,
      files = files_of(command) })
  elseif name == "reply" then
    support:reply(command.ticket, command.message, files_of(command))
  elseif COMMANDS[name] then
    tell({ event = "done", id = command.id, result = COMMANDS[name](command) })
  elseif ASKED[name] then
    ASKED[name](command, function(result, problem)
      tell({ event = "done", id = command.id, result = result, slug = problem and problem.slug })
    end)
  else
    tell({ event = "done", id = command.id, slug = "unknown-command" })
  end
end

tell({ event = "hello", protocol = 1, client = "Lua client (" .. (jit and jit.version or _VERSION) .. ")",
  capabilities = CAPABILITIES })

while true do
  -- Without a client nothing can happen but a command.
  local readable = socket.select({ input }, nil, support and TICK_SECONDS or nil)
  if readable[1] then
    local line = io.read("*l")
    if not line then break end
    handle(json.decode(line))
  end
  if support then support:update() end
end
