-- Roblox, in a script of the server. NOT RUN by us: only its syntax is checked. Allow HTTP requests
-- in the game settings. Each player of the game needs a PlayerSupport of its own. A player must be
-- told before texts leave Roblox.
--
-- Roblox follows redirects, and this cannot be switched off: give the final address as base_url.
-- Files are not available. A write to a DataStore takes up to seconds, and `update` does nothing
-- meanwhile. `require` takes a ModuleScript: write `require(script.Parent.json)` and so on in each
-- module.
local callbacks = require("player_support.adapters.callbacks")

local roblox = {}

local function sender(http_service)
  return function(request, answer)
    task.spawn(function()
      local is_right, response = pcall(function()
        return http_service:RequestAsync({
          Url = request.url,
          Method = request.method,
          Headers = request.headers,
          Body = request.method ~= "GET" and request.body or nil,
        })
      end)
      if not is_right then return answer(nil, tostring(response)) end
      local headers = callbacks.headers(response.Headers)
      answer({ status = response.StatusCode, headers = headers, body = response.Body })
    end)
  end
end

-- A DataStore throws if it fails.
local function data_store(store, key)
  return {
    read = function(name) return (store:GetAsync(key .. name)) end,
    write = function(name, text)
      store:SetAsync(key .. name, text)
      return true
    end,
    remove = function(name) store:RemoveAsync(key .. name) end,
  }
end

--- `options.user_id`: the UserId of the Roblox player. `options.store`: the name of the DataStore.
function roblox.platform(options)
  local user_id = options and options.user_id
  if not user_id then error("user_id is missing: the UserId of the Roblox player.", 2) end
  local http_service = game:GetService("HttpService")
  local store = game:GetService("DataStoreService"):GetDataStore(options.store or "PlayerSupport")
  local function now()
    return os.clock() * 1000
  end
  return {
    transport = callbacks.transport(now, sender(http_service)),
    storage = data_store(store, tostring(user_id) .. "_"),
    clock = { now = now, wall = function() return DateTime.now().UnixTimestampMillis end },
    random_id = function() return (string.gsub(http_service:GenerateGUID(false), "-", "")) end,
    no_files = true,
  }
end

return roblox
