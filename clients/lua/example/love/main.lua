-- A game with a small support panel. F1 opens it: write a text, and see the answers of the team.
-- Copy player_support.lua and the folder player_support beside this file, and change the two
-- values.
local BASE_URL = os.getenv("PLAYER_SUPPORT_URL") or "http://127.0.0.1:8080"
local PROJECT_PUBLIC_KEY = os.getenv("PLAYER_SUPPORT_KEY") or "ppk_..."

local utf8 = require("utf8")
local love_adapter = require("player_support.adapters.love")
local player_support = require("player_support")

local MAX_TEXT = 4000
local MAX_NOTICES = 3

local support
local is_open = false
local text = ""
-- Lines of the conversation: `from` and `text`.
local lines = {}
local notices = {}
local ticket_id
local angle = 0

local function notice(sentence)
  table.insert(notices, 1, sentence)
  notices[MAX_NOTICES + 1] = nil
end

-- Shows the newest ticket as the server knows it.
local function load_conversation(id)
  support:get_ticket(id, function(ticket)
    if not ticket or id ~= ticket_id then return end
    lines = {}
    for _, message in ipairs(ticket.messages) do
      lines[#lines + 1] = { from = message.authorType == "player" and "You" or "Team", text = message.message }
    end
  end)
end

local function send()
  if text == "" then return end
  local id, problem
  if ticket_id then
    id, problem = support:reply(ticket_id, text)
  else
    local subject = string.sub(string.match(text, "^[^\n]*"), 1, 100)
    id, problem = support:create_ticket({ type = "feedback", subject = subject, message = text })
  end
  if not id then return notice(problem.message) end
  ticket_id = ticket_id or id
  lines[#lines + 1] = { from = "You (waiting)", text = text }
  text = ""
end

function love.load()
  love.keyboard.setKeyRepeat(true)
  support = player_support.new({
    base_url = BASE_URL,
    project_public_key = PROJECT_PUBLIC_KEY,
    platform = love_adapter.platform(),
    context = { platform = love.system.getOS(), appVersion = "1.0.0" },
  })
  support:on("message", function(message) notice("New: " .. message.title) end)
  support:on("error", function(problem) notice(tostring(problem)) end)
  support:on("outbox", function(entry)
    if entry.state == "failed" then notice("Refused: " .. tostring(entry.error and entry.error.message)) end
  end)
  support:on("ticket", function(event)
    ticket_id = event.ticket_id
    load_conversation(event.ticket_id)
  end)
  support:start()
  support:list_tickets(function(tickets)
    if not tickets or not tickets[1] or ticket_id then return end
    ticket_id = tickets[1].id
    load_conversation(ticket_id)
  end)
end

function love.update(dt)
  angle = angle + dt
  support:update()
end

-- A font stops at half a character.
local function valid(shown)
  return utf8.len(shown) and shown or string.gsub(shown, "[\128-\255]", "?")
end

local function draw_support(width, height)
  love.graphics.setColor(0.1, 0.1, 0.15)
  love.graphics.rectangle("fill", 40, 40, width - 80, height - 80)
  love.graphics.setColor(1, 1, 1)
  love.graphics.print("Player support", 60, 55)
  local y = 85
  for index = math.max(1, #lines - 7), #lines do
    local line = lines[index]
    love.graphics.setColor(line.from == "Team" and { 0.5, 0.9, 0.5 } or { 0.9, 0.9, 0.9 })
    local shown = line.from .. ": " .. valid(line.text)
    local _, rows = love.graphics.getFont():getWrap(shown, width - 120)
    love.graphics.printf(shown, 60, y, width - 120)
    y = y + #rows * love.graphics.getFont():getHeight() + 6
  end
  love.graphics.setColor(1, 1, 0.6)
  love.graphics.printf("> " .. valid(text) .. "_", 60, height - 100, width - 120)
  love.graphics.setColor(0.6, 0.6, 0.6)
  love.graphics.print("Enter sends, F1 closes", 60, height - 65)
end

function love.draw()
  local width, height = love.graphics.getDimensions()
  love.graphics.setColor(0.3, 0.5, 0.9)
  love.graphics.circle("fill", width / 2 + math.cos(angle) * 150, height / 2 + math.sin(angle) * 100, 30)
  love.graphics.setColor(1, 1, 1)
  local unread = support:unread_count()
  love.graphics.print("F1: support" .. (unread > 0 and " (" .. unread .. " new)" or ""), 10, 10)
  if is_open then draw_support(width, height) end
  love.graphics.setColor(1, 0.8, 0.5)
  for index, sentence in ipairs(notices) do love.graphics.print(valid(sentence), 10, height - 18 * index) end
end

function love.textinput(typed)
  if is_open and #text + #typed <= MAX_TEXT then text = text .. typed end
end

function love.keypressed(key)
  if key == "f1" then is_open = not is_open
  elseif is_open and key == "return" then send()
  elseif is_open and key == "backspace" then
    local last = utf8.offset(text, -1)
    if last then text = string.sub(text, 1, last - 1) end
  end
end

function love.quit()
  support:stop()
end
