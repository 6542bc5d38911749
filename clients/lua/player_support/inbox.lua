-- Polls the inbox as often as the server says, and tells each message as new once.
local json = require("player_support.json")
local http = require("player_support.http")
local time = require("player_support.time")

local inbox = {}

-- Polls overlap by this time: a message may have been saved late.
local OVERLAP_MS = 30000
local MAX_MESSAGES = 100
-- The service sends 50. Sorting and telling a hundred thousand would stop the game.
local MAX_RECEIVED = 200
local MAX_TOLD = 200
-- A longer tag would be refused with each poll.
local MAX_ETAG_BYTES = 200
-- After the player wrote: the team may reply soon.
local AFTER_WRITING_MS = 15000
local DEFAULT_DELAY_SECONDS = 60
local MAX_DELAY_SECONDS = 86400
-- Clients whose network returns together poll within this time.
local WAKE_SPREAD_MS = 2000

local function newest_of(list)
  local newest = json.array()
  for index = 1, math.min(#list, MAX_RECEIVED) do newest[index] = list[index] end
  return newest
end

local function is_message(value)
  return type(value) == "table" and type(value.id) == "string"
end

local function with_id(list)
  local found = json.array()
  for _, value in ipairs(list) do
    if is_message(value) then found[#found + 1] = value end
  end
  return found
end

inbox.with_id = with_id

--- `player` has `store`, `call`, `emit`.
function inbox.create(service, player)
  local now = service.clock.now
  local box = {}
  -- Newest first.
  local messages = {}
  -- Ids that were told, also by earlier runs, oldest first.
  local told
  local unread_count, since, failures = 0, 0, 0
  local etag
  local delay_seconds = DEFAULT_DELAY_SECONDS
  local due_at = 0
  -- The longest time from the poll under way to the next one.
  local next_within = math.huge
  local is_polling, is_started, is_offline = false, false, false

  local function told_ids()
    if not told then
      told = {}
      local stored = player.store.read_json("told")
      for _, id in ipairs(type(stored) == "table" and stored or {}) do
        if type(id) == "string" then told[#told + 1] = id end
      end
    end
    return told
  end

  local function remember(received)
    local by_id = {}
    for _, message in ipairs(messages) do by_id[message.id] = message end
    for _, message in ipairs(received) do
      local known = by_id[message.id]
      -- A late response must not make a read message unread.
      if known and known.readAt and not message.readAt then message.readAt = known.readAt end
      by_id[message.id] = message
    end
    local newest = {}
    for _, message in pairs(by_id) do newest[#newest + 1] = message end
    table.sort(newest, function(one, other)
      local at, other_at = tostring(one.createdAt), tostring(other.createdAt)
      if at ~= other_at then return at > other_at end
      return one.id > other.id
    end)
    for index = #newest, MAX_MESSAGES + 1, -1 do newest[index] = nil end
    messages = newest
    local count = 0
    for _, message in ipairs(messages) do
      if not message.readAt then count = count + 1 end
    end
    if count == unread_count then return end
    unread_count = count
    player.emit("unread", count)
  end

  -- Stored before told: after a kill a message is told at most once.
  local function receive(received)
    local ids = told_ids()
    local is_told = {}
    for _, id in ipairs(ids) do is_told[id] = true end
    local fresh = {}
    for _, message in ipairs(received) do
      if not is_told[message.id] then fresh[#fresh + 1] = message end
      local at = time.of_iso(message.readAt) or time.of_iso(message.createdAt) or 0
      since = math.max(since, at - OVERLAP_MS)
    end
    remember(received)
    if #fresh == 0 then return end
    for index = #fresh, 1, -1 do ids[#ids + 1] = fresh[index].id end
    while #ids > MAX_TOLD do table.remove(ids, 1) end
    player.store.write_json("told", json.array(ids))
    for index = #fresh, 1, -1 do
      local message = fresh[index]
      if not message.readAt then
        player.emit("message", message)
        if message.ticketId then player.emit("ticket", { ticket_id = message.ticketId }) end
      end
    end
  end

  function box.request(query)
    local path = "/api/v1/player/inbox?projectPublicKey=" .. http.encode(service.project_public_key) .. (query or "")
    return { method = "GET", path = path, expects = { "messages[]" } }
  end

  local function take(response)
    if response.status == 304 then return end
    -- An integer may arrive as a string of digits.
    local seconds = tonumber(response.body.nextPollAfterSeconds) or DEFAULT_DELAY_SECONDS
    if seconds ~= seconds or seconds == 0 then seconds = DEFAULT_DELAY_SECONDS end
    delay_seconds = math.min(math.max(seconds, 1), MAX_DELAY_SECONDS)
    receive(with_id(newest_of(response.body.messages)))
    -- Only now: a 304 for this tag means that the inbox has all messages.
    local tag = response.headers.etag
    etag = tag and #tag <= MAX_ETAG_BYTES and string.find(tag, "^[ -~]+$") and tag or nil
  end

  local function poll()
    is_polling, is_offline = true, false
    local request = box.request(since > 0 and "&since=" .. http.encode(time.to_iso(since)) or nil)
    if etag then request.headers = { ["If-None-Match"] = etag } end
    player.call(request, function(response, problem)
      is_polling = false
      if response then
        take(response)
        -- Spread, more so after a failure: many clients recover in the same minute.
        local spread = time.chance() * (failures > 0 and 1 or 0.1)
        due_at = now() + math.min(delay_seconds * 1000 * (1 + spread), next_within)
        failures, next_within = 0, math.huge
      elseif not problem.is_local then
        due_at = now() + time.back_off(failures, problem.retry_after)
        failures = failures + 1
        is_offline = problem.status == 0
        player.emit("error", problem)
      end
    end)
  end

  --- Polls if that is due.
  function box.step()
    if is_started and not is_polling and now() >= due_at then poll() end
  end

  --- Also polls soon if the last poll got no answer.
  function box.start()
    if is_offline and not is_polling then due_at = math.min(due_at, now() + time.chance() * WAKE_SPREAD_MS) end
    is_started = true
  end

  function box.stop()
    -- Or a game that stops and starts again and again would poll each time.
    if is_polling then due_at = now() + math.min(delay_seconds * 1000, AFTER_WRITING_MS) end
    is_started = false
  end

  --- The player wrote: the team may reply soon.
  function box.poll_soon()
    if is_polling then next_within = AFTER_WRITING_MS
    elseif failures == 0 and due_at - now() > AFTER_WRITING_MS then due_at = now() + AFTER_WRITING_MS end
  end

  function box.unread_count()
    return unread_count
  end

  --- Asks for the newest 50 messages, newest first.
  function box.messages(done)
    player.call(box.request(), function(response, problem)
      if not response then return done(nil, problem) end
      local received = with_id(newest_of(response.body.messages))
      receive(received)
      done(received)
    end)
  end

  --- Marks a message as read.
  function box.mark_read(id, done)
    local path = "/api/v1/player/inbox/" .. http.encode(id) .. "/read"
    player.call({ path = path, expects = { "readAt" } }, function(response, problem)
      if not response then return done(nil, problem) end
      for _, message in ipairs(messages) do
        if message.id == id then
          message.readAt = response.body.readAt
          remember({ message })
          break
        end
      end
      done(response.body)
    end)
  end

  return box
end

return inbox
