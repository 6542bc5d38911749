-- Tests of what the conformance suite cannot see. Run in the folder of the Lua client: lua5.4
-- test/all.lua
package.path = "./?.lua;" .. package.path

local json = require("player_support.json")
local player_support = require("player_support")
local random = require("player_support.random")
local storage = require("player_support.storage")
local time = require("player_support.time")

local failed = 0

local function test(name, work)
  local is_right, reason = xpcall(work, debug.traceback)
  if not is_right then failed = failed + 1 end
  print((is_right and "passed: " or "FAILED: ") .. name .. (is_right and "" or "\n" .. tostring(reason)))
end

local function equal(actual, expected)
  if actual ~= expected then error("expected " .. tostring(expected) .. ", not " .. tostring(actual), 2) end
end

-- A service that answers at once, unless `world.answer` says otherwise; a storage in memory; a
-- clock that is set.
local function new_world(kept, is_stopped)
  local world = { now = 0, requests = {}, values = kept or {}, told = {} }
  local waiting = {}
  local tickets = 0
  local memory = {
    read = function(name) return world.values[name] end,
    write = function(name, text)
      if world.is_full or (world.is_full_for and string.find(name, world.is_full_for)) then
        return nil, "No space left on device"
      end
      world.values[name] = text
      if world.on_change then world.on_change() end
      return true
    end,
    remove = function(name)
      world.values[name] = nil
      if world.on_change then world.on_change() end
    end,
  }
  local function default_answer(request)
    local path = string.match(request.url, "^http://support.test([^?]*)")
    local body
    if path == "/api/v1/player/identify" then body = { playerAccessToken = "token" }
    elseif path == "/api/v1/player/inbox" then body = { messages = json.array(), nextPollAfterSeconds = 60 }
    elseif path == "/api/v1/tickets" then
      tickets = tickets + 1
      body = { ticketId = "tkt_" .. tickets }
    else body = { messageId = "msg", attachmentId = "att" } end
    return { status = 200, headers = { date = "Sun, 06 Nov 1994 08:49:37 GMT" }, body = json.encode(body) }
  end
  local transport = {
    send = function(request, done)
      world.requests[#world.requests + 1] = request
      waiting[#waiting + 1] = { request = request, done = done }
      return waiting[#waiting]
    end,
    cancel = function(work) work.done = function() end end,
    update = function()
      local works = waiting
      waiting = {}
      for _, work in ipairs(works) do
        local response = world.answer and world.answer(work.request)
        work.done(response or default_answer(work.request))
      end
    end,
  }
  world.support = player_support.new({
    base_url = "http://support.test/", project_public_key = "ppk_test", transport = transport, storage = memory,
    clock = { now = function() return world.now end, wall = function() return 784111777000 + world.now end },
  })
  for _, name in ipairs({ "error", "outbox", "message", "unread" }) do
    world.support:on(name, function(value) world.told[#world.told + 1] = { name = name, value = value } end)
  end
  if not is_stopped then world.support:start() end
  function world.run(milliseconds)
    for _ = 1, 40 do
      world.now = world.now + (milliseconds or 1000) / 40
      world.support:update()
    end
  end
  function world.errors(slug)
    local count = 0
    for _, one in ipairs(world.told) do
      if one.name == "error" and one.value.slug == slug then count = count + 1 end
    end
    return count
  end
  return world
end

local TICKET = { type = "bug", subject = "Stuck", message = "I cannot leave level 3." }

test("JSON keeps null, arrays and texts", function()
  equal(json.encode(json.decode('{"a":[],"b":{},"c":[null,1.5,-2e3,true]}', true)),
    '{"a":[],"b":{},"c":[null,1.5,-2000,true]}')
  equal(json.decode('{"a":null}').a, nil)
  equal(json.decode('{"a":null}', true).a, json.null)
  equal(json.decode('"\\ud83d\\ude00\\u00e9\\ud83d"'), "\240\159\152\128\195\169\239\191\189")
  equal(json.encode('"\\\n\1\127'), '"\\"\\\\\\n\\u0001\\u007f"')
  equal(json.encode("a\255b\195"), '"a\239\191\189b\239\191\189"')
end)

test("JSON that is damaged, too deep or no JSON gives nil", function()
  for _, text in ipairs({ "", "{", "[1,]", '{"a"}', '"a', "nul", "1 2", "[1}", '{"a":1,}', "1e999", "[-1e999]", '"\\x"', "-",
    "1e", string.rep("[", 100000), string.rep("[", 65) .. string.rep("]", 65) }) do
    equal(json.decode(text), nil)
  end
  local deepest = string.rep("[", 64) .. string.rep("]", 64)
  equal(json.encode(json.decode(deepest)), deepest)
end)

test("dates are read and written without the time zone of the device", function()
  equal(time.of_header("Sun, 06 Nov 1994 08:49:37 GMT"), 784111777000)
  equal(time.of_header("tomorrow"), nil)
  equal(time.of_header("Sun, 06 Nov " .. string.rep("9", 400) .. " 08:49:37 GMT"), nil)
  equal(time.of_iso(string.rep("9", 30) .. "-01-01T00:00:00Z"), nil)
  for _, text in ipairs({ "1970-01-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "2026-12-31T12:00:00.500Z" }) do
    equal(time.to_iso(time.of_iso(text)), text)
  end
end)

test("a clock that is set back or far ahead does no harm", function()
  local wall = 1000
  local now = time.steady(function() return wall end)
  wall = 0
  equal(now(), 0)
  wall = 1
  equal(now(), 1000)
  wall = 1000000
  equal(now(), 6000)
end)

test("ids have 128 random bits in hexadecimal", function()
  local one, other = random.id(), random.id()
  equal(#one, 32)
  assert(one ~= other and string.find(one, "^%x+$"))
end)

test("files: a kill during a write leaves the old text, and another one takes its place", function()
  local folder = os.tmpname()
  local files = storage.files(function(name) return folder .. name end)
  equal(files.read("a"), nil)
  assert(files.write("a", "old"))
  local half = assert(io.open(folder .. "a.new", "wb"))
  half:write("ne")
  half:close()
  equal(files.read("a"), "old")
  assert(files.write("a", "new"))
  equal(files.read("a"), "new")
  files.remove("a")
  equal(files.read("a"), nil)
  os.remove(folder)
end)

test("damaged files cost what is damaged only, and never an error", function()
  local world = new_world()
  world.answer = function(request)
    if string.find(request.url, "/tickets", 1, true) then return { status = 500, headers = {}, body = "" } end
  end
  world.support:create_ticket(TICKET)
  world.support:create_ticket(TICKET)
  world.run()
  local garbage = { "", "{", "null", "[]", '{"id":1}', "\0\255", string.rep("[", 1000), '"text"', '[{"id":"a"}]',
    '{"id":"a","ticket_id":"a","state":"queued","kind":"create","body":{"message":"x"},"files":[1]}' }
  for name in pairs(world.values) do
    for _, text in ipairs(garbage) do
      local values = {}
      for key, value in pairs(world.values) do values[key] = value end
      values[name] = text
      local other = new_world(values)
      other.run(30000)
      equal(other.errors("unknown"), 0)
    end
  end
  local values = {}
  for name, text in pairs(world.values) do
    values[name] = string.find(name, "outbox") and string.sub(text, 1, -20) or text
  end
  equal(#new_world(values).support:outbox_entries(), 1)
end)

test("a full disk: the text is sent, told as not stored, and stored later", function()
  local world = new_world()
  world.run()
  world.is_full = true
  world.answer = function() return { status = 500, headers = {}, body = "" } end
  local id = world.support:create_ticket(TICKET)
  world.run()
  equal(world.support:outbox_entries()[1].is_stored, false)
  assert(world.errors("storage") > 0)
  world.is_full = false
  world.run(30000)
  equal(world.support:outbox_entries()[1].is_stored, true)
  equal(new_world(world.values).support:outbox_entries()[1].id, id)
end)

local WITH_FILES = { type = "bug", subject = "s", message = "m",
  files = { { name = "a.log", bytes = "bytes of a" }, { name = "b.log", bytes = "bytes of b" } } }

local function copy_of(values)
  local copy = {}
  for name, value in pairs(values) do copy[name] = value end
  return copy
end

local function count_files(values)
  local count = 0
  for name in pairs(values) do
    if string.find(name, "file") then count = count + 1 end
  end
  return count
end

test("a kill at any moment keeps the files of a stored text, and no others", function()
  local world = new_world()
  world.run()
  local moments = { copy_of(world.values) }
  world.on_change = function() moments[#moments + 1] = copy_of(world.values) end
  world.support:create_ticket(WITH_FILES)
  world.run()
  equal(world.support:outbox_entries()[1].state, "sent")
  assert(#moments > 5)
  local with_entry = 0
  for _, values in ipairs(moments) do
    local other = new_world(values)
    local entry = other.support:outbox_entries()[1]
    if entry then with_entry = with_entry + 1 end
    other.run()
    for _, file in ipairs(entry and other.support:outbox_entries()[1].files or {}) do equal(file.error, nil) end
    equal(count_files(other.values), 0)
  end
  assert(with_entry > 2)
end)

test("files that the storage refused are stored and told later", function()
  local world = new_world()
  world.run()
  world.answer = function() return { status = 500, headers = {}, body = "" } end
  world.is_full_for = "file"
  world.support:create_ticket(WITH_FILES)
  world.run()
  local entry = world.support:outbox_entries()[1]
  equal(entry.is_stored, true)
  equal(entry.files[1].is_stored, false)
  world.is_full_for = nil
  world.run(10000)
  local told
  for _, one in ipairs(world.told) do
    if one.name == "outbox" then told = one.value end
  end
  equal(told.is_stored and told.files[1].is_stored and told.files[2].is_stored, true)
  equal(count_files(world.values), 2)
end)

test("a sign-out with erase removes everything of the player, files too, also after a kill", function()
  local world = new_world()
  world.answer = function() return { status = 500, headers = {}, body = "" } end
  world.support:create_ticket({ type = "bug", subject = "s", message = "secret text",
    files = { { name = "a.log", bytes = "secret bytes" } } })
  world.run()
  local kept = {}
  for name, text in pairs(world.values) do kept[name] = text end
  world.support:sign_out(true)
  world.run()
  for name, text in pairs(world.values) do assert(not string.find(text, "secret"), name) end
  -- Killed when the erasing was noted only.
  kept.users = string.gsub(kept.users, "}", ',"erase":true}')
  new_world(kept).run()
  for name, text in pairs(kept) do assert(not string.find(text, "secret"), name) end
end)

test("an error of a listener is told, and the others are called", function()
  local world = new_world()
  world.support:on("outbox", function() error("oops") end)
  world.support:create_ticket(TICKET)
  world.run()
  equal(world.support:outbox_entries()[1].state, "sent")
  assert(world.errors("unknown") > 0)
end)

test("nothing is sent before start and after stop, but texts are stored", function()
  local world = new_world()
  world.run()
  world.answer = function(request)
    if string.find(request.url, "/tickets", 1, true) then
      return { status = 400, headers = {}, body = '{"type":"/problems/validation"}' }
    end
  end
  local refused = world.support:create_ticket(TICKET)
  world.run()
  equal(world.support:outbox_entries()[1].state, "failed")
  world.answer = nil
  world.support:stop()
  local sent = #world.requests
  world.support:create_ticket(TICKET)
  world.support:retry(refused)
  world.support:send_now()
  local slug
  world.support:list_tickets(function(_, problem) slug = problem.slug end)
  world.run(120000)
  equal(#world.requests, sent)
  equal(slug, "aborted")
  local other = new_world(world.values, true)
  other.support:create_ticket(TICKET)
  other.support:send_now()
  other.run(120000)
  equal(#other.requests, 0)
  other.support:start()
  other.run()
  equal(#other.support:outbox_entries(), 3)
  for _, entry in ipairs(other.support:outbox_entries()) do equal(entry.state, "sent") end
end)

test("a request of the game is sent as the player, and needs a JSON object or 204", function()
  local world = new_world()
  local function ask(status, text)
    world.answer = function(request)
      if string.find(request.url, "/link", 1, true) then return { status = status, headers = {}, body = text } end
    end
    local answer
    world.support:request("POST", "/api/v1/player/link", { identityToken = "secret" },
      function(body, problem) answer = body or problem end)
    world.run()
    return answer
  end
  equal(ask(200, '{"playerId":"ply_1"}').playerId, "ply_1")
  equal(next(ask(204, "")), nil)
  equal(ask(200, "<html>").slug, "foreign-response")
  equal(ask(200, "[]").slug, "foreign-response")
  equal(ask(403, '{"type":"/problems/identity-token-refused"}').slug, "identity-token-refused")
  for _, request in ipairs(world.requests) do
    if string.find(request.url, "/link", 1, true) then
      equal(request.url, "http://support.test/api/v1/player/link")
      equal(request.method, "POST")
      equal(request.body, '{"identityToken":"secret"}')
      equal(request.headers["Content-Type"], "application/json")
      equal(request.headers.Authorization, "Bearer token")
    end
  end
end)

test("a context is cut to what the server takes", function()
  local world = new_world()
  world.support:set_context({ appVersion = string.rep("\195\169", 51), buildNumber = "1\0002\255",
    locale = string.rep("d", 31), deviceModel = string.rep("m", 201), osVersion = string.rep("o", 101),
    platform = string.rep("p", 51) })
  world.run()
  local context = json.decode(world.requests[1].body).context
  equal(context.appVersion, string.rep("\195\169", 50))
  equal(context.buildNumber, "1 2\239\191\189")
  for name, length in pairs({ locale = 30, deviceModel = 200, osVersion = 100, platform = 50 }) do
    equal(#context[name], length)
  end
end)

test("two hundred unsent texts are the limit, and twenty sent ones are kept", function()
  local world = new_world()
  world.answer = function() return { status = 500, headers = {}, body = "" } end
  for _ = 1, 200 do assert(world.support:create_ticket(TICKET)) end
  local id, problem = world.support:create_ticket(TICKET)
  equal(id, nil)
  equal(problem.slug, "outbox-full")
  equal(problem.message, "200 entries are pending or failed.")
  world.answer = nil
  world.support:send_now()
  for _ = 1, 100 do world.run() end
  equal(#world.support:outbox_entries(), 20)
end)

test("what was tried for six days fails", function()
  local world = new_world()
  world.answer = function(request)
    if string.find(request.url, "/tickets", 1, true) then return { status = 500, headers = {}, body = "" } end
  end
  world.support:create_ticket(TICKET)
  world.run()
  equal(world.support:outbox_entries()[1].state, "queued")
  world.now = world.now + 7 * 86400000
  world.answer = function(request)
    if string.find(request.url, "/inbox", 1, true) then
      return { status = 200, headers = { date = "Sun, 13 Nov 1994 08:49:37 GMT" }, body = '{"messages":[]}' }
    end
  end
  world.run()
  equal(world.support:outbox_entries()[1].error.slug, "outbox-expired")
end)

test("an error of an answer stays small, so that its entry can be stored and read again", function()
  local deep = string.rep("[", 61) .. string.rep("]", 61)
  local long = '{"type":"/problems/x","detail":"' .. string.rep("\1", 3000000) .. '"}'
  for _, body in ipairs({ long, '{"type":"/problems/x","errors":{"a":' .. deep .. ',"b":["c"]}}' }) do
    local world = new_world()
    world.answer = function(request)
      if string.find(request.url, "/tickets$") then return { status = 422, headers = {}, body = body } end
    end
    world.support:create_ticket(TICKET)
    world.run()
    local entry = new_world(world.values).support:outbox_entries()[1]
    equal(entry.state, "failed")
    equal(#entry.error.message <= 1000, true)
    if body ~= long then equal(entry.error.errors.b[1], "c") end
  end
end)

test("of an answer to a ticket only its id is kept", function()
  local world = new_world()
  world.answer = function(request)
    if not string.find(request.url, "/tickets$") then return nil end
    return { status = 200, headers = {}, body = '{"ticketId":"tkt_1","x":"' .. string.rep("y", 3000000) .. '"}' }
  end
  world.support:create_ticket(TICKET)
  world.run()
  equal(world.support:outbox_entries()[1].state, "sent")
  for _, text in pairs(world.values) do equal(#text < 10000, true) end
end)

test("a flood of messages does not stop the game", function()
  local world = new_world()
  local messages = {}
  for index = 1, 200000 do messages[index] = '{"id":"' .. index .. '"}' end
  local body = '{"messages":[' .. table.concat(messages, ",") .. "]}"
  world.answer = function(request)
    if string.find(request.url, "/inbox") then return { status = 200, headers = {}, body = body } end
  end
  local began_at = os.clock()
  world.run()
  equal(os.clock() - began_at < 10, true)
  equal(world.support:unread_count(), 100)
end)

test("a chunk with a negative size ends", function()
  local has_socket, socket = pcall(require, "socket")
  if not has_socket then return end
  local server = socket.bind("127.0.0.1", 0)
  local _, port = server:getsockname()
  local transport = require("player_support.adapters.luasocket").transport()
  local reason
  transport.send({ method = "GET", url = "http://127.0.0.1:" .. port .. "/", headers = {}, timeout = 5 },
    function(_, failed) reason = failed end)
  transport.update()
  local connection = server:accept()
  transport.update()
  repeat until connection:receive("*l") == ""
  connection:send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffec\r\nabc\r\n\r\n")
  connection:close()
  server:close()
  while not reason do transport.update() end
  equal(reason, "the connection was closed")
end)

test("a text that the storage could not give back is refused at once", function()
  local world = new_world()
  local long = string.rep("x", 9 * 1024 * 1024)
  local id, problem = world.support:create_ticket({ type = "bug", subject = "Log", message = long })
  equal(id, nil)
  equal(problem.slug, "validation")
  id, problem = world.support:reply("tkt_1", long)
  equal(id, nil)
  equal(problem.slug, "validation")
  world.support:create_ticket(TICKET)
  world.run()
  equal(#world.support:outbox_entries(), 1)
  equal(world.support:outbox_entries()[1].state, "sent")
  equal(world.errors("unknown"), 0)
end)

test("an answer that is null is sent the same after a restart", function()
  local world = new_world()
  world.answer = function() return { status = 503, headers = {}, body = "" } end
  local answers = { level = player_support.null, name = "a" }
  world.support:create_ticket({ type = "bug", subject = "s", message = "m", answers = answers, form_version = 1 })
  world.run()
  local kept = new_world(world.values)
  kept.run()
  for _, request in ipairs(kept.requests) do
    local has_null = string.find(request.body or "", '"level":null', 1, true) ~= nil
    if string.find(request.url, "/tickets$") then equal(has_null, true) end
  end
  equal(kept.support:outbox_entries()[1].state, "sent")
end)

test("an answer for a user who left does not reach the next one", function()
  local world = new_world()
  world.answer = function(request)
    if not string.find(request.url, "/inbox") then return nil end
    return { status = 200, headers = {}, body = '{"messages":[{"id":"a","body":"secret"}]}' }
  end
  world.support:on("message", function() world.support:set_user("other") end)
  local tickets, problem
  world.support:inbox_messages(function(result, failed) tickets, problem = result, failed end)
  world.run()
  equal(tickets, nil)
  equal(problem.slug, "signed-out")
end)

test("stops and starts do not make polls", function()
  local world = new_world()
  world.run()
  local before = #world.requests
  world.now = world.now + 3600000
  for _ = 1, 100 do
    world.support:start()
    world.support:update()
    world.support:stop()
  end
  equal(#world.requests - before, 1)
end)

test("a token or tag that cannot be a header is not kept", function()
  for _, token in ipairs({ "a\\nb", "\\u0001", "", string.rep("x", 100000) }) do
    local world = new_world()
    world.answer = function(request)
      if not string.find(request.url, "/identify") then return nil end
      return { status = 200, headers = {}, body = '{"playerAccessToken":"' .. token .. '"}' }
    end
    world.support:create_ticket(TICKET)
    world.run()
    equal(#world.requests >= 1, true)
    for _, request in ipairs(world.requests) do equal(request.headers.Authorization, nil) end
    world.answer = nil
    world.run(100000)
    equal(world.support:outbox_entries()[1].state, "sent")
  end
  local world = new_world()
  world.answer = function(request)
    if not string.find(request.url, "/inbox") then return nil end
    local body = '{"messages":[],"nextPollAfterSeconds":1}'
    return { status = 200, headers = { etag = string.rep("x", 50000) }, body = body }
  end
  world.run(10000)
  for _, request in ipairs(world.requests) do equal(request.headers["If-None-Match"], nil) end
end)

test("a link in the folder is not written through", function()
  local path = os.tmpname()
  local file = io.open(path, "wb")
  file:write("precious")
  file:close()
  if os.execute("ln -s " .. path .. " " .. path .. "-kept.new") then
    local files = storage.files(function(name) return path .. "-" .. name end)
    equal(files.write("kept", "new"), true)
    equal(files.read("kept"), "new")
    files.remove("kept")
  end
  file = io.open(path, "rb")
  equal(file:read("*a"), "precious")
  file:close()
  os.remove(path)
end)

test("a chunked body in many pieces does not slow down", function()
  local has_socket, socket = pcall(require, "socket")
  if not has_socket then return end
  local server = socket.bind("127.0.0.1", 0)
  local _, port = server:getsockname()
  local transport = require("player_support.adapters.luasocket").transport()
  local response
  transport.send({ method = "GET", url = "http://127.0.0.1:" .. port .. "/", headers = {}, timeout = 60 },
    function(received) response = received end)
  transport.update()
  local connection = server:accept()
  transport.update()
  repeat until connection:receive("*l") == ""
  connection:send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
  local began_at = os.clock()
  for _ = 1, 500 do
    connection:send(string.rep("2\r\n\r\n\r\n", 700))
    transport.update()
  end
  connection:send("1\r\nx")
  transport.update()
  connection:send("\r\n0\r\n\r\n")
  for _ = 1, 100 do transport.update() end
  equal(response and #response.body, 700001)
  equal(os.clock() - began_at < 5, true)
  connection:close()
  server:close()
end)

test("wrong use fails at once with a sentence", function()
  local support = new_world().support
  for sentence, call in pairs({
    ["There is no event massage."] = function() support:on("massage", print) end,
    ["answers need the form_version of ticket_types."] = function()
      support:create_ticket({ type = "bug", subject = "s", message = "m", answers = { device = "pc" } })
    end,
    ["The context must be a table of texts"] = function() support:set_context({ buildNumber = 42 }) end,
    ["The path must be below /api/v1/player/"] = function() support:request("GET", "/api/v1/team/me", nil) end,
    ["The path must be below /api/v1/player/, "] = function() support:request("GET", "/api/v1/player/a b", nil) end,
    ["The method must be GET"] = function() support:request("get", "/api/v1/player/link", nil) end,
    ["A ticket needs a text as subject."] = function() support:create_ticket({ type = "bug", message = "m" }) end,
    ["base_url must be an http"] = function()
      player_support.new({ base_url = "support.test", project_public_key = "ppk" })
    end,
    ["platform is missing"] = function()
      player_support.new({ base_url = "http://support.test", project_public_key = "ppk" })
    end,
  }) do
    local is_right, reason = pcall(call)
    assert(not is_right and string.find(reason, sentence, 1, true), tostring(reason))
  end
end)

if failed > 0 then os.exit(1) end
