-- A driver for a client in Lua. Replace each TODO. ../README.md has the protocol.
-- `json` is any module with `encode` and `decode`.
local json = require(os.getenv("JSON_MODULE") or "json")

local function tell(event)
  io.write(json.encode(event), "\n")
  io.flush()
end

-- Writes a ticket or a reply. The client's events tell what becomes of it.
local function write(command)
  -- TODO: tell({ event = "stored", message = command.message, entry = "..." })
end

-- Each returns the result, or nil and the slug of the failure.
local answers = {
  start = function(command)
    -- TODO: create the client with command.baseUrl, command.projectPublicKey and command.storage.
    return nil, "not-implemented"
  end,
  stop = function() return nil, "not-implemented" end, -- TODO
  entries = function() return nil, "not-implemented" end, -- TODO: {{ message = "...", state = "pending" }}
  list = function() return nil, "not-implemented" end, -- TODO
  get = function() return nil, "not-implemented" end, -- TODO
  inbox = function() return nil, "not-implemented" end, -- TODO
  markRead = function() return nil, "not-implemented" end, -- TODO
}

io.write('{"event":"hello","protocol":1,"client":"My client 1.0","capabilities":[]}\n')
io.flush()
-- `io.lines` waits. To update the client meanwhile, ask `socket.select` whether there is a line.
for line in io.lines() do
  local command = json.decode(line)
  if command.command == "create" or command.command == "reply" then
    write(command)
  else
    local result, slug = answers[command.command](command)
    tell({ event = "done", id = command.id, result = result, slug = slug })
  end
end
