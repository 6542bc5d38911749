-- Sends texts exactly once, each ticket's in order: stored first, then sent with the same key until
-- the service answers.
local json = require("player_support.json")
local http = require("player_support.http")
local time = require("player_support.time")
local uploads = require("player_support.uploads")

local outbox = {}

-- The server remembers keys for 7 days. Later it could accept a text twice.
local MAX_RETRY_MS = 6 * 86400000
local MAX_UNSENT = 200
local MAX_SENT = 20
local MAX_UPLOADS = 4
-- Then what the storage refused is stored again.
local STORE_RETRY_MS = 5000

local STATES = { queued = true, sending = true, sent = true, failed = true }

local function is_pending(entry)
  return entry.state == "queued" or entry.state == "sending"
end

-- Fields that can be there: of another type, the value is damaged.
local ENTRY_FIELDS = { tried_at = "number", error = "table", last_error = "table", files = "table" }
local FILE_FIELDS = { uploaded_at = "number", error = "table", upload_id = "string", attachment_id = "string" }

local function has_types(value, fields)
  for name, kind in pairs(fields) do
    if value[name] == json.null then value[name] = nil end
    if value[name] ~= nil and type(value[name]) ~= kind then return false end
  end
  return true
end

-- Returns whether a stored value is an entry: the storage can be damaged, or of another program.
local function is_entry(value)
  if type(value.id) ~= "string" or not string.find(value.id, "^%x+$") then return false end
  if type(value.ticket_id) ~= "string" or not STATES[value.state] then return false end
  if value.kind ~= "create" and value.kind ~= "reply" then return false end
  if type(value.body) ~= "table" or type(value.body.message) ~= "string" then return false end
  if not has_types(value, ENTRY_FIELDS) then return false end
  for _, file in ipairs(value.files or {}) do
    if type(file) ~= "table" or type(file.name) ~= "string" or type(file.size) ~= "number" then return false end
    if not has_types(file, FILE_FIELDS) then return false end
  end
  return true
end

local function copy_of(value)
  if type(value) ~= "table" or value == json.null then return value end
  local copy = setmetatable({}, getmetatable(value))
  for key, field in pairs(value) do copy[key] = copy_of(field) end
  return copy
end

--- `player` has `store`, `call`, `emit`, `is_kept`, `learn_time`, `on_sent`.
function outbox.create(service, player)
  local now, server_clock = service.clock.now, service.server_clock
  local queue = {}
  -- Oldest first.
  local entries = {}
  local unstored = {}
  -- Tickets by the entry that created them.
  local created = {}
  -- By ticket: failures, due_at, blocked_until.
  local retries = {}
  local upload_count = 0
  local is_sending, is_loaded, is_started = false, false, false
  -- When to store again; nil: all is stored.
  local store_at

  local function view(entry)
    local copy = copy_of(entry)
    copy.is_stored = not unstored[entry.id]
    copy.may_have_files = nil
    return copy
  end

  local function emit(entry)
    player.emit("outbox", view(entry))
  end

  local function drop_old_sent()
    local excess = -MAX_SENT
    for _, entry in ipairs(entries) do
      if entry.state == "sent" then excess = excess + 1 end
    end
    local kept = {}
    for _, entry in ipairs(entries) do
      if excess > 0 and entry.state == "sent" and not entry.may_have_files then excess = excess - 1
      else kept[#kept + 1] = entry end
    end
    entries = kept
  end

  local files
  local has_all_files = true

  --- Stores all entries.
  local function save()
    store_at = store_at or now() + STORE_RETRY_MS
    -- Without its player, an entry would be sent as another one after a restart.
    if not is_loaded or not player.is_kept() or not player.store.write_lines("outbox", entries) then return end
    if has_all_files then store_at = nil end
    files.forget_note()
    local before = unstored
    unstored = {}
    for _, entry in ipairs(entries) do
      if before[entry.id] then emit(entry) end
    end
  end

  files = uploads.create(service, player, save)

  -- Stores new entries after their files: a stored text has them also after a kill.
  local function store_new()
    store_at = nil
    has_all_files = is_loaded and player.is_kept() and files.store(entries, unstored)
    save()
  end

  local function find(id)
    for index, entry in ipairs(entries) do
      if entry.id == id then return entry, index end
    end
  end

  local function remove_files(entry)
    if not entry.may_have_files then return end
    if entry.files then files.remove(entry) end
    entry.may_have_files = nil
  end

  --- Reads what earlier runs left. Returns false if the storage failed.
  function queue.load()
    -- A body must stay as it was sent: with another one the server refuses the key.
    local stored, is_failed = player.store.read_lines("outbox", true)
    if is_failed then return false end
    is_loaded = true
    local added = entries
    entries = {}
    for _, entry in ipairs(stored) do
      if is_entry(entry) and not find(entry.id) then
        entries[#entries + 1] = entry
        if entry.state == "failed" then entry.error = entry.error or http.problem({}) end
        if entry.kind == "create" and entry.state == "sent" then created[entry.id] = entry.ticket_id end
        -- A kill can leave them.
        if entry.state == "sent" then remove_files(entry) end
      end
    end
    uploads.remove_left(player.store, find)
    for _, entry in ipairs(added) do entries[#entries + 1] = entry end
    if #added > 0 then store_new() end
    return true
  end

  local function fail(entry, problem)
    retries[entry.ticket_id] = nil
    entry.state = "failed"
    entry.error, entry.last_error = problem, problem
    save()
    emit(entry)
  end

  local function retry_later(entry, problem)
    local failures = (retries[entry.ticket_id] or {}).failures or 0
    local wait = problem.retry_after or 0
    retries[entry.ticket_id] = {
      failures = failures + 1,
      due_at = now() + time.back_off(failures, wait),
      blocked_until = now() + wait * 1000,
    }
    entry.state = "queued"
    entry.last_error = problem
    save()
    emit(entry)
    player.emit("error", problem)
  end

  -- The server has created the message without these files.
  local function tell_refused_files(entry, ids)
    local refused = {}
    for _, id in ipairs(json.is_array(ids) and ids or {}) do
      refused[id] = true
    end
    for _, file in ipairs(entry.files or {}) do
      if file.attachment_id and refused[file.attachment_id] then
        file.error = http.problem({ slug = "file-lost", message = "The server does not have the file any more." })
      end
    end
  end

  local function confirm(entry, result)
    retries[entry.ticket_id] = nil
    if entry.kind == "create" then
      created[entry.id] = result.ticketId
      for _, other in ipairs(entries) do
        if other.ticket_id == entry.id then other.ticket_id = result.ticketId end
      end
    end
    entry.state, entry.last_error = "sent", nil
    tell_refused_files(entry, result.refusedAttachments)
    save()
    remove_files(entry)
    drop_old_sent()
    emit(entry)
    player.emit("ticket", { ticket_id = entry.ticket_id })
    player.on_sent()
  end

  local function request_of(entry)
    local body = {}
    for name, value in pairs(entry.body) do body[name] = value end
    local path, field = "/api/v1/tickets", "ticketId"
    if entry.kind == "reply" then
      path, field = path .. "/" .. http.encode(entry.ticket_id) .. "/messages", "messageId"
    else
      body.projectPublicKey = service.project_public_key
    end
    return { path = path, headers = { ["Idempotency-Key"] = entry.id }, body = body, expects = { field } }
  end

  local function finish(entry, request, response, problem)
    is_sending = false
    if response then confirm(entry, response.body)
    elseif problem.is_local then entry.state = "queued"
    elseif http.is_final(problem, request.path) then fail(entry, problem)
    else retry_later(entry, problem) end
  end

  local function send(entry)
    local request = request_of(entry)
    is_sending = true
    player.learn_time(function(problem)
      if problem then return finish(entry, request, nil, problem) end
      if entry.tried_at and server_clock.time() - entry.tried_at > MAX_RETRY_MS then
        is_sending = false
        return fail(entry, http.problem({ slug = "outbox-expired" }))
      end
      entry.state = "sending"
      entry.tried_at = entry.tried_at or server_clock.time()
      -- Stored first: the server may have it from now on.
      save()
      emit(entry)
      player.call(request, function(response, failed) finish(entry, request, response, failed) end)
    end)
  end

  -- During the upload only the entries of its ticket wait.
  local function upload(entry)
    local ticket_id = entry.ticket_id
    local failures = (retries[ticket_id] or {}).failures or 0
    retries[ticket_id] = { failures = failures, due_at = math.huge, blocked_until = math.huge }
    upload_count = upload_count + 1
    files.upload(entry, function(problem)
      upload_count = upload_count - 1
      if not problem or problem.is_local then retries[ticket_id] = nil
      else retry_later(entry, problem) end
    end)
  end

  local function try(entry)
    local creation = entry.kind == "reply" and find(entry.ticket_id)
    -- Without its ticket a reply cannot be sent.
    if creation and creation.state == "failed" then return fail(entry, creation.error) end
    if entry.files and not entry.body.attachments then
      if upload_count < MAX_UPLOADS then upload(entry) end
    elseif not is_sending then
      send(entry)
    end
  end

  --- Sends what is due. Each ticket's oldest entry is first.
  function queue.step()
    if store_at and now() >= store_at then store_new() end
    if not is_started or not is_loaded then return end
    local time_now = now()
    local seen = {}
    for _, entry in ipairs(entries) do
      if is_pending(entry) and not seen[entry.ticket_id] then
        seen[entry.ticket_id] = true
        local retry = retries[entry.ticket_id]
        if not retry or retry.due_at <= time_now then try(entry) end
      end
    end
  end

  --- Stores a new entry. Returns its id, or nil and a problem.
  function queue.add(entry, new_files)
    local unsent = 0
    for _, other in ipairs(entries) do
      if other.state ~= "sent" then unsent = unsent + 1 end
    end
    if unsent >= MAX_UNSENT then
      return nil, http.problem({ slug = "outbox-full", message = MAX_UNSENT .. " entries are pending or failed." })
    end
    entry.ticket_id = created[entry.ticket_id] or entry.ticket_id or entry.id
    entry.state = "queued"
    entry.written_at = service.clock.wall()
    if new_files then
      entry.files = files.add(entry.id, new_files)
      entry.may_have_files = true
    end
    entries[#entries + 1] = entry
    unstored[entry.id] = true
    store_new()
    if unstored[entry.id] then emit(entry) end
    return entry.id
  end

  --- Pending and failed entries, and the newest 20 sent ones, oldest first.
  function queue.entries()
    local list = {}
    for index, entry in ipairs(entries) do list[index] = view(entry) end
    return list
  end

  --- Sends a failed entry again; of a ticket, its failed replies too.
  function queue.retry(id)
    for _, entry in ipairs(entries) do
      if entry.state == "failed" and (entry.id == id or entry.ticket_id == id) then
        entry.state, entry.error, entry.last_error, entry.tried_at = "queued", nil, nil, nil
        emit(entry)
      end
    end
    save()
  end

  --- Removes a failed entry.
  function queue.discard(id)
    local entry, index = find(id)
    if not entry or entry.state ~= "failed" then return end
    remove_files(entry)
    table.remove(entries, index)
    save()
  end

  --- Makes due what the server did not block.
  function queue.send_now()
    for _, retry in pairs(retries) do retry.due_at = math.min(retry.due_at, retry.blocked_until) end
  end

  function queue.start()
    is_started = true
    queue.send_now()
  end

  function queue.stop()
    is_started = false
  end

  return queue
end

--- Removes the files that a stored outbox names.
function outbox.erase_files(store)
  for _, entry in ipairs((store.read_lines("outbox"))) do
    if is_entry(entry) and entry.files then uploads.remove(store, entry) end
  end
  uploads.remove_left(store, function() return false end)
end

return outbox
