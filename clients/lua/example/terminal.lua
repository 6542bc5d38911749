-- Player support in a terminal: write a line, and see the replies of the team.
-- lua5.4 example/terminal.lua http://127.0.0.1:8080 ppk_... (in the folder of the Lua client)
package.path = "./?.lua;" .. package.path

local socket = require("socket")
local luasocket = require("player_support.adapters.luasocket")
local player_support = require("player_support")

local base_url, project_public_key = ...
if not project_public_key then
  print("Usage: lua5.4 example/terminal.lua BASE_URL PROJECT_PUBLIC_KEY")
  os.exit(1)
end

local support = player_support.new({
  base_url = base_url,
  project_public_key = project_public_key,
  platform = luasocket.platform({ folder = "." }),
})

-- Texts come from other people: control characters could change the terminal.
local function show(text)
  print((string.gsub(text, "%c", " ")))
end

support:on("message", function(message) show("Team: " .. message.body) end)
support:on("error", function(problem) show("(" .. tostring(problem) .. ")") end)
support:on("outbox", function(entry)
  if entry.state == "sent" then show("(sent)") end
  if entry.state == "failed" then show("(refused: " .. tostring(entry.error.message) .. ")") end
end)
support:start()

print("Write a line and press Enter. An empty line ends.")
io.stdin:setvbuf("no")
local keyboard = { getfd = function() return 0 end, dirty = function() return false end }
-- The first line is a ticket, and the next ones are replies.
local ticket

while true do
  if socket.select({ keyboard }, nil, 0.05)[1] then
    local line = io.read("*l")
    if not line or line == "" then break end
    if ticket then
      support:reply(ticket, line)
    else
      ticket = support:create_ticket({ type = "other", subject = string.sub(line, 1, 60), message = line })
    end
  end
  support:update()
end
support:stop()
