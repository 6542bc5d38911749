-- LÖVE 11 and 12. Each request has a thread of its own, so that nothing blocks the game. HTTPS
-- needs LuaSec or lua-https (`require "https"`), which LÖVE 11 does not have; LÖVE 12 has it.
-- lua-https follows redirects: it is used for HTTPS only, where nobody but your own host can
-- redirect.
local callbacks = require("player_support.adapters.callbacks")

local love_adapter = {}

local THREAD_FILE = "player_support/adapters/love_request.lua"

local function now()
  return love.timer.getTime() * 1000
end

--- Sends each request in a thread.
function love_adapter.transport()
  local running = {}
  local transport = callbacks.transport(now, function(request, answer)
    local channel = love.thread.newChannel()
    local thread = love.thread.newThread(THREAD_FILE)
    local work = { channel = channel, thread = thread, answer = answer, progress = request.progress }
    running[work] = true
    thread:start(channel, {
      method = request.method, url = request.url, headers = request.headers, body = request.body,
      timeout = request.timeout,
    })
    -- A thread cannot be ended: its answer is ignored.
    return function() running[work] = nil end
  end)
  local update = transport.update

  local function look_at(work)
    local message = work.channel:pop()
    while type(message) == "number" do
      if work.progress then work.progress(message) end
      message = work.channel:pop()
    end
    local reason = work.thread:getError()
    if not message and not reason then return end
    running[work] = nil
    if message and message.status then
      work.answer({ status = message.status, headers = callbacks.headers(message.headers), body = message.body })
    else
      work.answer(nil, message and message.reason or reason)
    end
  end

  function transport.update()
    local list = {}
    for work in pairs(running) do list[#list + 1] = work end
    for _, work in ipairs(list) do look_at(work) end
    update()
  end

  return transport
end

--- Keeps files in a folder of the save directory. LÖVE has no rename: a text is written twice, with
-- its length in front, so that one of the two is whole after a kill.
function love_adapter.storage(folder)
  local function path_of(name)
    return folder .. "/" .. name
  end

  -- The text, and whether it is whole.
  local function read(path)
    if not love.filesystem.getInfo(path, "file") then return nil, false end
    local content, reason = love.filesystem.read(path)
    if not content then return nil, false, reason or "it cannot be read" end
    local length, text = string.match(content, "^(%d+)\n(.*)$")
    return text, text ~= nil and #text == tonumber(length)
  end

  return {
    read = function(name)
      local new, is_whole = read(path_of(name .. ".new"))
      if is_whole then return new end
      local text, _, reason = read(path_of(name))
      return text, reason
    end,

    write = function(name, text)
      love.filesystem.createDirectory(folder)
      local content = string.format("%d\n", #text) .. text
      local is_written, reason = love.filesystem.write(path_of(name .. ".new"), content)
      if not is_written then return nil, reason end
      is_written, reason = love.filesystem.write(path_of(name), content)
      if not is_written then return nil, reason end
      love.filesystem.remove(path_of(name .. ".new"))
      return true
    end,

    remove = function(name)
      love.filesystem.remove(path_of(name .. ".new"))
      love.filesystem.remove(path_of(name))
    end,
  }
end

--- `options.folder`: in the save directory; `player_support` by default. Set `t.identity` in
-- conf.lua.
function love_adapter.platform(options)
  return {
    transport = love_adapter.transport(),
    storage = love_adapter.storage(options and options.folder or "player_support"),
    clock = { now = now, wall = function() return os.time() * 1000 end },
    read_file = function(path) return (love.filesystem.read(path)) end,
    -- lua-https has no PATCH on all systems.
    whole_files = not pcall(require, "ssl"),
  }
end

return love_adapter
