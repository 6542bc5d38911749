-- One player of this device: its installation, session, outbox and inbox.
local http = require("player_support.http")
local inbox = require("player_support.inbox")
local outbox = require("player_support.outbox")
local session = require("player_support.session")
local storage = require("player_support.storage")

local player = {}

local KEYS = { "outbox", "told", "session", "installation" }
local LOAD_RETRY_MS = 2000
-- Then this run's player is in memory only: a new id in the storage would be another player.
local MAX_LOADS = 5

local function is_installation(text)
  return type(text) == "string" and #text == 32 and string.find(text, "^%x+$") ~= nil
end

--- Removes everything of a player from the device.
function player.erase(service, prefix)
  local store = storage.part(service.storage, prefix, service.on_storage_error)
  outbox.erase_files(store)
  for _, name in ipairs(KEYS) do store.remove(name) end
end

--- `options`: `find_prefix()` (nil if the storage failed), `is_known()` (the prefix is stored),
-- `identity()`, `emit`.
function player.create(service, options)
  local now = service.clock.now
  local one = { emit = options.emit, identity = options.identity, sender = http.create(service) }
  one.store = storage.part(storage.memory(), "", service.on_storage_error)
  local is_loaded, is_in_memory, is_started, is_left = false, false, false, false
  local loads, load_at = 0, 0
  local installation, is_installation_stored
  -- Waits for the time of the server.
  local learning

  --- Returns whether a later run will be this player.
  function one.is_kept()
    if is_in_memory or is_left or not options.is_known() then return false end
    is_installation_stored = is_installation_stored or one.store.write("installation", installation)
    return is_installation_stored
  end

  --- The secret id, stored before it is sent: a kill in between would make a second player.
  function one.installation()
    one.is_kept()
    return installation
  end

  local send = session.create(service, one)

  --- Sends a request as the player. `done` gets a response, or nil and a problem.
  function one.call(request, done)
    if is_left then return done(nil, http.problem({ slug = "signed-out", is_local = true })) end
    if is_loaded then return send(request, done) end
    done(nil, http.problem({ slug = "storage", message = "The storage cannot be read." }))
  end

  --- Calls `done(problem)` when the time of the server is known: ages of entries need it.
  function one.learn_time(done)
    if service.server_clock.is_known() then return done() end
    if learning then
      learning[#learning + 1] = done
      return
    end
    learning = { done }
    one.call(one.inbox.request(), function(_, problem)
      local calls = learning
      learning = nil
      for _, call in ipairs(calls) do call(problem) end
    end)
  end

  function one.on_sent()
    one.inbox.poll_soon()
  end

  one.inbox = inbox.create(service, one)
  one.outbox = outbox.create(service, one)

  local function load()
    local prefix = options.find_prefix()
    if not prefix then return false end
    one.store.use(service.storage, prefix)
    local text, is_failed = one.store.read("installation")
    if is_failed then return false end
    is_installation_stored = is_installation(text)
    installation = is_installation_stored and text or service.random_id()
    return one.outbox.load()
  end

  local function try_loading()
    loads = loads + 1
    load_at = now() + LOAD_RETRY_MS
    is_loaded = load()
    if is_loaded or loads < MAX_LOADS then return end
    is_in_memory, is_loaded = true, true
    installation = service.random_id()
    one.store.use(storage.memory(), "")
    one.outbox.load()
  end

  --- Does what is due.
  function one.step()
    if not is_loaded and now() >= load_at then try_loading() end
    if not is_loaded then return end
    if is_started then one.inbox.step() end
    one.outbox.step()
  end

  --- If started, makes due what the server did not block.
  function one.start()
    is_started = true
    one.outbox.start()
    one.inbox.start()
  end

  --- Ends its requests. Texts on their way are sent again by the next start, with the same key.
  function one.stop()
    is_started = false
    one.outbox.stop()
    one.inbox.stop()
    one.sender.cancel_all(http.problem({ slug = "aborted", is_local = true }))
  end

  --- The user leaves: nothing more is sent, told or stored.
  function one.leave()
    one.stop()
    is_left = true
    one.store.use(storage.memory(), "")
  end

  try_loading()
  return one
end

return player
