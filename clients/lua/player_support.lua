-- Player support inside a game: tickets, replies and an inbox. What a player writes arrives exactly
-- once, also offline and after a crash. See README.md.
local http = require("player_support.http")
local inbox = require("player_support.inbox")
local json = require("player_support.json")
local player = require("player_support.player")
local random = require("player_support.random")
local storage = require("player_support.storage")
local time = require("player_support.time")
local uploads = require("player_support.uploads")

local player_support = { null = json.null }

local EVENTS = { message = true, unread = true, ticket = true, outbox = true, upload = true, error = true }
local METHODS = { GET = true, POST = true, PUT = true, PATCH = true, DELETE = true }

-- The service takes less, and says so. A larger one could not be read again from the storage.
local MAX_BODY_BYTES = 1024 * 1024

-- Returns the body as it is sent, or nil and a problem.
local function checked_body(body)
  local text = json.encode(body)
  if #text <= MAX_BODY_BYTES then return json.decode(text, true) end
  return nil, http.problem({ slug = "validation", message = "The text is too long." })
end

local function check(condition, sentence)
  if not condition then error(sentence, 3) end
end

local function checked_url(url)
  local text = type(url) == "string" and string.match(url, "^(https?://[^%s/?#@\\][^%s?#@\\]*)$")
  check(text, "base_url must be an http(s) URL, such as https://support.example.com, not " .. tostring(url))
  return (string.gsub(text, "/+$", ""))
end

-- Characters that the server takes. One more, or a NUL, would refuse each identify, so that nothing
-- is sent.
local CONTEXT_LENGTHS = { locale = 30, deviceModel = 200, osVersion = 100 }
local OTHER_LENGTH = 50

-- A copy, cut to what the server takes. Throws if it is no table of texts.
local function checked_context(context)
  if context == nil then return nil end
  local sentence = "The context must be a table of texts, such as { appVersion = \"1.0\" }."
  if type(context) ~= "table" then error(sentence, 3) end
  local checked = {}
  for name, value in pairs(context) do
    if type(name) ~= "string" or type(value) ~= "string" then error(sentence, 3) end
    checked[name] = json.cut(string.gsub(value, "%z", " "), CONTEXT_LENGTHS[name] or OTHER_LENGTH)
  end
  return checked
end

local function read_file(path)
  local file = io.open(path, "rb")
  local bytes = file and file:read("*a")
  if file then file:close() end
  return bytes
end

-- The prefix of each user's files. The first user takes over the player without a user.
local function create_users(service)
  local store = storage.part(service.storage, "", service.on_storage_error)
  local users
  local is_stored = true

  local function save()
    is_stored = store.write_lines("users", users)
    return is_stored
  end

  local function finish_erasing()
    for index = #users, 1, -1 do
      if users[index].erase then
        player.erase(service, users[index].prefix)
        table.remove(users, index)
      end
    end
    save()
  end

  local function load()
    if users then return true end
    local stored, is_failed = store.read_lines("users")
    if is_failed then return false end
    users = {}
    local must_erase = false
    for _, one in ipairs(stored) do
      if type(one.prefix) == "string" and string.find(one.prefix, "^%x+%-$") and (one.user == nil or
        type(one.user) == "string") then
        users[#users + 1] = one
        must_erase = must_erase or one.erase
      end
    end
    -- A kill can leave this.
    if must_erase then finish_erasing() end
    return true
  end

  local function find(user)
    for _, one in ipairs(users) do
      if one.user == user and not one.erase then return one end
    end
  end

  return {
    --- Nil if the storage failed.
    find_prefix = function(user)
      if not load() then return nil end
      local one = find(user)
      if not one and #users == 1 and users[1].user == nil then
        one = users[1]
        one.user = user
        save()
      end
      if not one then
        one = { user = user, prefix = string.sub(service.random_id(), 1, 16) .. "-" }
        users[#users + 1] = one
        save()
      end
      return one.prefix
    end,

    is_known = function() return users ~= nil and (is_stored or save()) end,

    erase = function(user)
      local one = load() and find(user)
      if not one then return end
      -- Noted first, so that a kill does not leave half of it.
      one.erase = true
      save()
      finish_erasing()
    end,
  }
end

--- The player support of one installation of a game. It sends nothing before `start()`.
--
-- `options`:
-- - `base_url`: of the server, such as `https://support.example.com`
-- - `project_public_key`
-- - `platform`: of an adapter: `transport`, `storage` and `clock`, which can also be given one by
--   one
-- - `user_id`: who plays, if somebody is signed in; `context`: see `set_context`
-- - `part_bytes`: larger files go up in parts of this size; 1 MiB, at least 256 KiB
--
-- Throws if an option is missing or cannot be right.
function player_support.new(options)
  check(type(options) == "table", "player_support.new needs a table of options.")
  check(type(options.project_public_key) == "string" and options.project_public_key ~= "",
    "project_public_key is missing: it is in the console under Settings > Projects.")
  local platform = options.platform or {}
  local clock = options.clock or platform.clock
  local service = {
    base_url = checked_url(options.base_url),
    project_public_key = options.project_public_key,
    transport = options.transport or platform.transport,
    storage = options.storage or platform.storage,
    clock = clock,
    part_bytes = options.part_bytes,
    -- The platform has no PATCH.
    whole_files = platform.whole_files,
    read_file = platform.read_file or read_file,
    random_id = platform.random_id or random.id,
  }
  check(service.transport and service.storage and clock, "platform is missing: take the one of an adapter.")
  service.server_clock = time.server_clock(clock)
  time.seed(service.random_id())

  local support = {}
  local listeners = {}
  -- Events and answers of calls, until `update` tells them.
  local waiting = {}
  local context = checked_context(options.context)
  local user = options.user_id ~= "" and options.user_id or nil
  local current
  local is_started, is_updating = false, false

  local function tell(name, value, of)
    waiting[#waiting + 1] = { name = name, value = value, of = of }
  end

  function service.on_storage_error(reason)
    tell("error", http.problem({ slug = "storage", message = "The storage failed: " .. reason }))
  end

  local users = create_users(service)

  local function open_player()
    local opened = {}
    local owner = user
    current = opened
    opened.player = player.create(service, {
      find_prefix = function() return users.find_prefix(owner) end,
      is_known = users.is_known,
      identity = function() return { userId = owner, context = context } end,
      emit = function(name, value) tell(name, value, opened) end,
    })
  end

  local function call_listeners(name, value)
    local called = {}
    for index, listener in ipairs(listeners) do called[index] = listener end
    for _, listener in ipairs(called) do
      if listener.name == name then
        local is_right, reason = pcall(listener.call, value)
        -- An error of the game must not stop the client.
        if not is_right and name ~= "error" then
          tell("error", http.problem({ slug = "unknown", message = "A listener failed: " .. tostring(reason) }))
        end
      end
    end
  end

  local function tell_waiting()
    local events = waiting
    waiting = {}
    for _, event in ipairs(events) do
      if event.answer then
        -- A listener can change the user: what the former one asked for is not for the next one.
        if event.of ~= current and not event.problem then
          event.value, event.problem = nil, http.problem({ slug = "signed-out" })
        end
        local is_right, reason = pcall(event.answer, event.value, event.problem)
        if not is_right then
          tell("error", http.problem({ slug = "unknown", message = "A callback failed: " .. tostring(reason) }))
        end
      elseif event.of == nil or event.of == current then
        -- The events of a user who left are dropped.
        call_listeners(event.name, event.value)
      end
    end
  end

  local function check_files(files)
    check(files == nil or not platform.no_files, "This platform cannot send files.")
    uploads.check(files)
  end

  -- `update` calls the callback.
  local function answer_to(callback)
    if callback ~= nil and type(callback) ~= "function" then error("The last argument must be a function.", 4) end
    local asked = current
    return function(result, problem)
      if callback then waiting[#waiting + 1] = { answer = callback, value = result, problem = problem, of = asked } end
    end
  end

  -- Calls `done(result, problem)` with an error if nothing may be sent.
  local function is_running(done)
    if is_started then return true end
    done(nil, http.problem({ slug = "aborted", message = "Call start() first." }))
    return false
  end

  -- Sends a request of the game.
  local function ask(request, callback, result_of)
    local answer = answer_to(callback)
    if not is_running(answer) then return end
    current.player.call(request, function(response, problem)
      if response then answer(result_of(response.body)) else answer(nil, problem) end
    end)
  end

  local function switch_user(next_user, erase)
    if next_user == user and not erase then return end
    local former_user = user
    current.player.leave()
    if erase then users.erase(former_user) end
    user = next_user
    open_player()
    tell("unread", 0, current)
    if is_started then current.player.start() end
  end

  --- Call it each frame, on the main thread. It never waits for the network. All listeners and
  -- callbacks run in it.
  function support:update()
    -- Some platforms can call it again while a storage waits.
    if is_updating then return end
    is_updating = true
    local is_right, reason = pcall(function()
      service.transport.update()
      current.player.step()
    end)
    if not is_right then tell("error", http.problem({ slug = "unknown", message = tostring(reason) })) end
    tell_waiting()
    is_updating = false
  end

  --- Starts to send what waits and to poll the inbox. Call it again when the network is back or the
  -- game resumes.
  function support:start()
    is_started = true
    current.player.start()
  end

  --- Stops sending and polling: until the next start, texts are only stored, and calls end with the
  -- slug `aborted`.
  function support:stop()
    is_started = false
    current.player.stop()
  end

  --- Adds a listener. Returns a function that removes it. The events are `message` (new in the
  -- inbox), `unread` (a number), `ticket` (`ticket_id`), `outbox` (an entry changed: queued,
  -- sending, sent, failed, or stored), `upload` (`entry_id`, `sent`, `total`) and `error`.
  function support:on(name, listener)
    check(EVENTS[name], "There is no event " .. tostring(name) .. ".")
    check(type(listener) == "function", "The listener must be a function.")
    local added = { name = name, call = listener }
    listeners[#listeners + 1] = added
    return function()
      for index, one in ipairs(listeners) do
        if one == added then return table.remove(listeners, index) end
      end
    end
  end

  --- Stores a ticket, and sends it exactly once. Fields: `type`, `subject`, `message`; `files`, at
  -- most five of `{ name, type, bytes or path }`; `answers` by name and `form_version`, both of
  -- `ticket_types`. Returns the id of its entry in the outbox, or nil and an error
  -- (`outbox-full`, or `validation`: more than 1 MiB).
  function support:create_ticket(ticket)
    check(type(ticket) == "table", "create_ticket needs a table.")
    for _, name in ipairs({ "type", "subject", "message" }) do
      check(type(ticket[name]) == "string", "A ticket needs a text as " .. name .. ".")
    end
    check(ticket.answers == nil or ticket.form_version, "answers need the form_version of ticket_types.")
    check_files(ticket.files)
    local body = { type = ticket.type, subject = ticket.subject, message = ticket.message }
    body.fields, body.formVersion = ticket.answers, ticket.form_version
    -- Throws now if an answer cannot be sent.
    local checked, problem = checked_body(body)
    if not checked then return nil, problem end
    body = checked
    return current.player.outbox.add({ id = service.random_id(), kind = "create", body = body }, ticket.files)
  end

  --- Stores a reply, and sends it after the earlier ones of its ticket. `ticket_id` can be the
  -- entry of a ticket that is not sent yet. Returns like `create_ticket`.
  function support:reply(ticket_id, message, files)
    check(type(ticket_id) == "string" and type(message) == "string", "reply needs a ticket id and a text.")
    check_files(files)
    local body, problem = checked_body({ message = message })
    if not body then return nil, problem end
    local entry = { id = service.random_id(), kind = "reply", ticket_id = ticket_id, body = body }
    return current.player.outbox.add(entry, files)
  end

  --- Gives `callback(tickets, error)`. The tickets, latest activity first, at most 100.
  function support:list_tickets(callback)
    local path = "/api/v1/player/tickets?projectPublicKey=" .. http.encode(service.project_public_key)
    ask({ method = "GET", path = path, expects = { "tickets[]" } }, callback, function(body)
      return inbox.with_id(body.tickets)
    end)
  end

  --- Gives `callback(ticket, error)` a ticket with its `messages`, oldest first. Marks the team's
  -- replies as read.
  function support:get_ticket(ticket_id, callback)
    check(type(ticket_id) == "string", "get_ticket needs a ticket id.")
    local path = "/api/v1/tickets/" .. http.encode(ticket_id)
    ask({ method = "GET", path = path, expects = { "id", "messages[]" } }, callback, function(body) return body end)
  end

  --- Gives `callback(types, error)` the ticket types: `type`, `formVersion`, and `fields`, the
  -- questions of its form.
  function support:ticket_types(locale, callback)
    check(type(locale) == "string", "ticket_types needs a language, such as en.")
    local path = "/api/v1/player/ticket-types?locale=" .. http.encode(locale)
    ask({ method = "GET", path = path, expects = { "types[]" } }, callback, function(body) return body.types end)
  end

  --- Sends a request as the player, once, for what has no function here, such as
  -- `("POST", "/api/v1/player/link", { identityToken = token })`. `body`: a table for JSON, or nil.
  -- `path` is below `/api/v1/player/`. Gives `callback(body, error)` the body of the response.
  function support:request(method, path, body, callback)
    check(METHODS[method], "The method must be GET, POST, PUT, PATCH or DELETE, not " .. tostring(method) .. ".")
    check(type(path) == "string" and string.find(path, "^/api/v1/player/[!-~]+$"),
      "The path must be below /api/v1/player/, not " .. tostring(path) .. ".")
    check(body == nil or type(body) == "table", "The body must be a table or nil.")
    -- A copy. Throws now if it cannot be sent.
    local sent = body and json.decode(json.encode(body), true)
    ask({ method = method, path = path, body = sent }, callback, function(received) return received end)
  end

  --- Gives `callback(messages, error)` the newest 50 inbox messages, newest first. A read one has a
  -- `readAt`.
  function support:inbox_messages(callback)
    local answer = answer_to(callback)
    if is_running(answer) then current.player.inbox.messages(answer) end
  end

  --- Marks an inbox message as read.
  function support:mark_read(message_id, callback)
    check(type(message_id) == "string", "mark_read needs a message id.")
    local answer = answer_to(callback)
    if is_running(answer) then current.player.inbox.mark_read(message_id, answer) end
  end

  --- The unread messages of the last poll.
  function support:unread_count()
    return current.player.inbox.unread_count()
  end

  --- Pending and failed texts, and the newest 20 sent ones, oldest first: `id`, `kind`,
  -- `ticket_id`, `body`, `state` (`queued`, `sending`, `sent`, `failed`), `is_stored`, `files`,
  -- `error`, `last_error`.
  function support:outbox_entries()
    return current.player.outbox.entries()
  end

  --- Sends a failed entry again; of a ticket, its failed replies too.
  function support:retry(entry_id)
    current.player.outbox.retry(entry_id)
  end

  --- Removes a failed entry.
  function support:discard(entry_id)
    current.player.outbox.discard(entry_id)
  end

  --- Tries what waits now, except what the server told to wait.
  function support:send_now()
    current.player.outbox.send_now()
  end

  --- What the team sees about the game and the device. Sent with the next request. Texts:
  -- `appVersion`, `buildNumber`, `platform`, `locale`, `deviceModel`, `osVersion`.
  function support:set_context(value)
    context = checked_context(value)
  end

  --- Another user plays; nil: nobody is signed in. Each user has a player; the first one takes over
  -- the player without a user. What a user wrote waits until that user is back. Give `user_id` at
  -- the next start too.
  function support:set_user(user_id)
    check(user_id == nil or type(user_id) == "string", "The user id must be a text.")
    switch_user(user_id ~= "" and user_id or nil, false)
  end

  --- Continues without a user. `erase` removes everything of the player from the device, also what is
  -- not sent.
  function support:sign_out(erase)
    switch_user(nil, erase)
  end

  open_player()
  return support
end

return player_support
