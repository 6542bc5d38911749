-- Identifies the player, and sends requests with its token.
local json = require("player_support.json")
local http = require("player_support.http")

local session = {}

-- A refused token that is younger was replaced by another device with a copy of this storage.
local SOON_MS = 600000
local FIRST_WAIT_MS = 500
local MAX_WAIT_MS = 300000
local MAX_TOKEN_BYTES = 2000

-- It becomes a header. The service would never answer to one with other characters.
local function is_token(value)
  return type(value) == "string" and #value <= MAX_TOKEN_BYTES and string.find(value, "^[!-~]+$") ~= nil
end

--- `player` has `store`, `sender`, `identity`, `installation`. Returns `call(request, done)`, which
-- sends a request as the player, and identifies first if needed.
function session.create(service, player)
  local store, now = player.store, service.clock.now
  local token, sent_identity
  local is_loaded = false
  -- Calls that wait for the identify under way.
  local waiting
  local issued_at, wait = 0, 0

  local function load()
    is_loaded = true
    local stored = store.read_json("session")
    if type(stored) == "table" and is_token(stored.token) then
      token, sent_identity = stored.token, stored.identity
    end
  end

  -- Without this wait, two devices with a copy of one storage replace each other's tokens with each
  -- request.
  local function wait_after(refused)
    local age = now() - issued_at
    if not refused or age > SOON_MS then return 0 end
    if age < wait then
      return nil, http.problem({ slug = "installation-in-use", retry_after = (wait - age) / 1000 })
    end
    return math.min(2 * wait + FIRST_WAIT_MS, MAX_WAIT_MS)
  end

  local function answer_all(problem)
    local calls = waiting
    waiting = nil
    for _, done in ipairs(calls) do done(problem) end
  end

  local function identify(refused)
    local identity = json.encode(player.identity())
    local next_wait, problem = wait_after(refused)
    if not next_wait then return answer_all(problem) end
    local body = player.identity()
    body.projectPublicKey = service.project_public_key
    body.installationId = player.installation()
    local request = { path = "/api/v1/player/identify", body = body, expects = { "playerAccessToken" } }
    player.sender.send(request, function(response, failed)
      if response and not is_token(response.body.playerAccessToken) then
        response, failed = nil, http.problem({ slug = "foreign-response", message = "The token is none." })
      end
      if not response then return answer_all(failed) end
      token, sent_identity = response.body.playerAccessToken, identity
      issued_at, wait = now(), next_wait
      store.write_json("session", { token = token, identity = identity })
      answer_all(nil)
    end)
  end

  -- Calls `done` when there is a token other than the refused one.
  local function renew(refused, done)
    if not is_loaded then load() end
    if token and token ~= refused and sent_identity == json.encode(player.identity()) then return done(nil) end
    if waiting then
      waiting[#waiting + 1] = done
    else
      waiting = { done }
      identify(refused)
    end
  end

  local function send(request, done, refused)
    renew(refused, function(problem)
      if problem then return done(nil, problem) end
      local used = token
      local headers = { Authorization = "Bearer " .. used }
      for name, value in pairs(request.headers or {}) do headers[name] = value end
      local copy = {}
      for name, value in pairs(request) do copy[name] = value end
      copy.headers = headers
      player.sender.send(copy, function(response, failed)
        -- If a second token is refused, a third does not help.
        if failed and failed.status == 401 and not refused then return send(request, done, used) end
        done(response, failed)
      end)
    end)
  end

  return function(request, done) send(request, done, nil) end
end

return session
