-- Files of tickets and replies: stored next to the outbox, and uploaded before their message is
-- sent. Larger files go up in parts by the tus protocol (https://tus.io), and go on where the
-- server is.
local json = require("player_support.json")
local http = require("player_support.http")

local uploads = {}

local PATH = "/api/v1/player/attachments"
local IN_PARTS = PATH .. "/resumable"
local MAX_FILES = 5
local PART_BYTES = 1024 * 1024
local MIN_PART_BYTES = 256 * 1024
-- For an upload. Each byte adds time.
local TIMEOUT_SECONDS = 30
local BYTES_PER_SECOND = 8000
-- If the server wants a longer wait (its daily limit), the file is left out.
local MAX_WAIT_SECONDS = 120
local MAX_READS = 3
local MAX_CONFLICTS = 5
-- The server keeps a file without a message for 7 days.
local MAX_UPLOAD_AGE_MS = 6 * 86400000

local BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local function base64(text)
  return (string.gsub(text, "..?.?", function(group)
    local a, b, c = string.byte(group, 1, 3)
    local bits = a * 65536 + (b or 0) * 256 + (c or 0)
    local letters = {}
    for index = 1, 4 do
      local at = math.floor(bits / 64 ^ (4 - index)) % 64 + 1
      letters[index] = index > #group + 1 and "=" or string.sub(BASE64, at, at)
    end
    return table.concat(letters)
  end))
end

local UNKNOWN = { [404] = true, [405] = true, [410] = true }

-- The server does not know the upload, or the path.
local function is_unknown(problem)
  return http.is_final(problem, IN_PARTS) and UNKNOWN[problem.status] == true
end

local function is_refused(problem)
  if http.is_final(problem, PATH) then return true end
  return problem.status == 429 and problem.path ~= nil and string.sub(problem.path, 1, #PATH) == PATH
    and (problem.retry_after or 0) > MAX_WAIT_SECONDS
end

local function timeout_of(bytes)
  return TIMEOUT_SECONDS + #bytes / BYTES_PER_SECOND
end

-- Uploads one file in parts. Calls `done(attachment_id)`, `done(nil, problem)`, or `done(nil, nil)`
-- if the server accepts files only in one request.
local function upload_in_parts(upload, done)
  local bytes, file, part_bytes = upload.bytes, upload.file, upload.part_bytes
  local conflicts = 0
  local begin, ask, send_part

  local function call(request, answer)
    local headers = { ["Tus-Resumable"] = "1.0.0" }
    for name, value in pairs(request.headers or {}) do headers[name] = value end
    request.headers = headers
    upload.call(request, answer)
  end

  local function go_on(offset)
    offset = tonumber(offset)
    if not offset or offset < 0 or offset > #bytes or offset ~= math.floor(offset) then
      return done(nil, http.problem({ slug = "foreign-response", message = "There is no such offset." }))
    end
    upload.tell(offset)
    if offset == #bytes then return done(file.upload_id) end
    send_part(offset)
  end

  local function start_over()
    file.upload_id = nil
    upload.save()
    done(nil, http.problem({ slug = "network", message = "The server does not know the upload any more." }))
  end

  begin = function()
    call({
      path = IN_PARTS,
      headers = {
        ["Upload-Length"] = string.format("%d", #bytes),
        ["Upload-Metadata"] = "filename " .. base64(json.valid_utf8(file.name)),
      },
      expects = { "attachmentId" },
    }, function(response, problem)
      if not response then
        -- An older server.
        if is_unknown(problem) then problem = nil end
        return done(nil, problem)
      end
      file.upload_id = response.body.attachmentId
      upload.save()
      go_on(0)
    end)
  end

  ask = function(if_unknown)
    call({ method = "GET", path = IN_PARTS .. "/" .. http.encode(file.upload_id), expects = { "attachmentId" } },
      function(response, problem)
        if response then return go_on(response.body.offset) end
        if is_unknown(problem) then return if_unknown() end
        done(nil, problem)
      end)
  end

  send_part = function(offset)
    local part = string.sub(bytes, offset + 1, offset + part_bytes)
    call({
      method = "PATCH",
      path = IN_PARTS .. "/" .. http.encode(file.upload_id),
      headers = {
        ["Content-Type"] = "application/offset+octet-stream",
        ["Upload-Offset"] = string.format("%d", offset),
      },
      bytes = part,
      timeout = timeout_of(part),
      progress = function(sent) upload.tell(offset + math.min(sent, #part)) end,
      expects = { "offset" },
    }, function(response, problem)
      if response then
        local reached = tonumber(response.body.offset)
        -- Without progress it would be sent again without a wait.
        if reached and reached > offset then return go_on(reached) end
        return done(nil, http.problem({ slug = "foreign-response", message = "The offset does not grow." }))
      end
      if is_unknown(problem) then return start_over() end
      if problem.status == 409 and conflicts < MAX_CONFLICTS then
        conflicts = conflicts + 1
        return ask(start_over)
      end
      done(nil, problem)
    end)
  end

  if file.upload_id then ask(begin) else begin() end
end

local function name_of(entry_id, index)
  return "file-" .. entry_id .. "-" .. index
end

--- Removes the stored files of an entry.
function uploads.remove(store, entry)
  for index in ipairs(entry.files) do store.remove(name_of(entry.id, index)) end
end

-- Names the files that are stored before their entries, for the next start.
local NOTE = "new-files"

--- Removes files that a kill left without an entry. `is_needed(entry_id)`: there is one.
function uploads.remove_left(store, is_needed)
  local text = store.read(NOTE)
  if not text then return end
  local names = json.decode(text)
  for _, name in ipairs(type(names) == "table" and names or {}) do
    local entry_id = type(name) == "string" and string.match(name, "^file%-(%x+)%-%d$")
    if entry_id and not is_needed(entry_id) then store.remove(name) end
  end
  store.remove(NOTE)
end

--- `save` stores the entries. Larger files than `service.part_bytes` go up in parts, unless
-- `service.whole_files`.
function uploads.create(service, player, save)
  local files = {}
  local store, server_clock = player.store, service.server_clock
  local part_bytes = math.max(service.part_bytes or PART_BYTES, MIN_PART_BYTES)
  if service.whole_files then part_bytes = math.huge end
  -- Until they are stored.
  local in_memory = {}
  local failed_reads = {}
  local is_noted = false

  --- Takes the files of a new entry: `name`, `type`, and `bytes`, or `path` of a file to read now.
  function files.add(entry_id, new_files)
    local list = json.array()
    for index, new in ipairs(new_files) do
      local bytes = new.bytes
      if not bytes then bytes = service.read_file(new.path) end
      local file = { name = new.name, type = new.type or "application/octet-stream", size = #(bytes or "") }
      file.is_stored = false
      if bytes then in_memory[name_of(entry_id, index)] = bytes
      else file.error = http.problem({ slug = "file-lost", message = "The file cannot be read." }) end
      list[index] = file
    end
    return list
  end

  -- Returns whether all files of the entry are stored. Then the entry itself must be.
  local function store_one(entry, unstored)
    local is_complete = true
    for index, file in ipairs(entry.files) do
      local name = name_of(entry.id, index)
      if in_memory[name] and store.write(name, in_memory[name]) then
        in_memory[name] = nil
        file.is_stored = true
        unstored[entry.id] = true
      end
      is_complete = is_complete and not in_memory[name]
    end
    return is_complete
  end

  --- Stores files before their entries. `unstored`: ids of entries to store. Returns whether all
  -- files are stored: the others stay in memory.
  function files.store(entries, unstored)
    local is_complete = true
    local note = json.array()
    for _, entry in ipairs(entries) do
      for index in ipairs(unstored[entry.id] and entry.files or {}) do note[#note + 1] = name_of(entry.id, index) end
    end
    is_noted = #note > 0 and store.write_json(NOTE, note)
    for _, entry in ipairs(entries) do
      local may_store = is_noted or not unstored[entry.id]
      if entry.files and entry.state ~= "sent" then
        is_complete = may_store and store_one(entry, unstored) and is_complete
      end
    end
    return is_complete
  end

  --- All entries are stored.
  function files.forget_note()
    if is_noted then store.remove(NOTE) end
    is_noted = false
  end

  --- Removes the files of an entry.
  function files.remove(entry)
    for index in ipairs(entry.files) do in_memory[name_of(entry.id, index)] = nil end
    uploads.remove(store, entry)
  end

  -- Returns the bytes, or nil and whether another read can help.
  local function read(entry, index)
    local name = name_of(entry.id, index)
    if in_memory[name] then return in_memory[name] end
    local bytes, is_failed = store.read(name)
    -- Half a file is none.
    if bytes and #bytes == entry.files[index].size then return bytes end
    failed_reads[name] = (failed_reads[name] or 0) + 1
    return nil, is_failed and failed_reads[name] < MAX_READS
  end

  -- Uploads one file, and calls `done(problem)`.
  local function upload_file(entry, index, tell, done)
    local file = entry.files[index]
    local bytes, may_come = read(entry, index)
    if not bytes then
      local lost = http.problem({ slug = "file-lost", message = "The device has lost the file." })
      if may_come then return done(lost) end
      file.error = lost
      return done()
    end

    local function finish(attachment_id, problem)
      if attachment_id then
        file.attachment_id, file.uploaded_at = attachment_id, server_clock.time()
      elseif is_refused(problem) then
        file.error = problem
      else
        return done(problem)
      end
      -- A restart must not upload it again.
      save()
      done()
    end

    local function in_one_request()
      player.call({
        path = PATH,
        -- The server looks at the bytes: systems declare unknown types.
        headers = { ["Content-Type"] = "application/octet-stream", ["X-File-Name"] = http.encode(file.name) },
        bytes = bytes,
        timeout = timeout_of(bytes),
        progress = tell,
        expects = { "attachmentId" },
      }, function(response, problem) finish(response and response.body.attachmentId, problem) end)
    end

    if #bytes <= part_bytes then return in_one_request() end
    local upload = { bytes = bytes, file = file, part_bytes = part_bytes, call = player.call, save = save, tell = tell }
    upload_in_parts(upload, function(attachment_id, problem)
      if attachment_id or problem then finish(attachment_id, problem) else in_one_request() end
    end)
  end

  local function is_done(file)
    if file.error then return true end
    return file.attachment_id and server_clock.time() - (file.uploaded_at or 0) < MAX_UPLOAD_AGE_MS
  end

  --- Uploads what is missing, and writes the ids into the body. Calls `done(problem)`: without one,
  -- the message can be sent. A file that is refused for good gets an `error`, and the message goes
  -- without it.
  function files.upload(entry, done)
    local total, before = 0, 0
    for _, file in ipairs(entry.files) do total = total + file.size end

    local function next_file(index)
      local file = entry.files[index]
      if not file then
        local attachments = json.array()
        for _, one in ipairs(entry.files) do
          if not one.error then attachments[#attachments + 1] = one.attachment_id end
        end
        -- From now on the ids stay: a retry must be the same request.
        entry.body.attachments = attachments
        save()
        return done()
      end
      local function tell(sent)
        player.emit("upload", { entry_id = entry.id, sent = before + math.min(sent, file.size), total = total })
      end
      local function go_on()
        tell(file.size)
        before = before + file.size
        next_file(index + 1)
      end
      if is_done(file) then return go_on() end
      upload_file(entry, index, tell, function(problem)
        if problem then done(problem) else go_on() end
      end)
    end

    -- The age of an upload needs the time of the server.
    player.learn_time(function(problem)
      if problem then done(problem) else next_file(1) end
    end)
  end

  return files
end

--- Throws unless these can be files of a message.
function uploads.check(list)
  if list == nil then return end
  assert(type(list) == "table", "files must be a list, such as { { name = \"game.log\", bytes = text } }.")
  assert(#list <= MAX_FILES, "A message has at most " .. MAX_FILES .. " files.")
  for _, file in ipairs(list) do
    assert(type(file) == "table" and type(file.name) == "string" and file.name ~= "", "A file needs a name.")
    assert(type(file.bytes) == "string" or type(file.path) == "string", "A file needs bytes or a path.")
  end
end

return uploads
