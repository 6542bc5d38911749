-- Dates of the service, waits, and clocks. Times are in milliseconds.
local time = {}

local DAY_MS = 86400000
local MONTHS = { Jan = 1, Feb = 2, Mar = 3, Apr = 4, May = 5, Jun = 6, Jul = 7, Aug = 8, Sep = 9, Oct = 10, Nov = 11,
  Dec = 12 }
local FIRST_WAIT_MS = 2000
local MAX_WAIT_MS = 900000
-- Later, the device slept or its clock was set: the service must be asked for the time again.
local MAX_DRIFT_MS = 12 * 3600000
local MAX_STEP_MS = 5000

-- Days since 1970. os.time would use the time zone of the device.
local function days_of(year, month, day)
  if month <= 2 then year = year - 1 end
  local shifted = (month + 9) % 12
  local days = math.floor((153 * shifted + 2) / 5) + day - 1
  return 365 * year + math.floor(year / 4) - math.floor(year / 100) + math.floor(year / 400) + days - 719468
end

local function milliseconds_of(year, month, day, hour, minute, second)
  local days = days_of(tonumber(year), tonumber(month), tonumber(day))
  return ((days * 24 + tonumber(hour)) * 60 + tonumber(minute)) * 60000 + tonumber(second) * 1000
end

--- Reads the date of an HTTP header, such as `Sun, 06 Nov 1994 08:49:37 GMT`. Nil if it is none.
function time.of_header(text)
  -- Only the digits of a date: more would be infinite, or without an end to write.
  local day, month, year, hour, minute, second =
    string.match(text or "", "^%a+, (%d%d) (%a+) (%d%d%d%d) (%d%d):(%d%d):(%d%d) GMT$")
  if not MONTHS[month or ""] then return nil end
  return milliseconds_of(year, MONTHS[month], day, hour, minute, second)
end

--- Reads a date of the API, such as `2026-01-31T08:49:37.123Z`. Nil if it is none.
function time.of_iso(text)
  if type(text) ~= "string" then return nil end
  local year, month, day, hour, minute, second =
    string.match(text, "^(%d%d%d%d)-(%d%d)-(%d%d)T(%d%d):(%d%d):(%d%d%.?%d*)Z$")
  if not year then return nil end
  return milliseconds_of(year, month, day, hour, minute, second)
end

--- Writes a date of the API.
function time.to_iso(milliseconds)
  local days = math.floor(milliseconds / DAY_MS)
  local rest = milliseconds - days * DAY_MS
  local year = 1970 + math.floor(days / 365.2425)
  while days_of(year, 1, 1) > days do year = year - 1 end
  while days_of(year + 1, 1, 1) <= days do year = year + 1 end
  local month = 12
  while days_of(year, month, 1) > days do month = month - 1 end
  local day = days - days_of(year, month, 1) + 1
  return string.format("%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", year, month, day, math.floor(rest / 3600000),
    math.floor(rest / 60000) % 60, math.floor(rest / 1000) % 60, math.floor(rest) % 1000)
end

-- Of its own: in Lua 5.1 math.random gives the same numbers on each device, and its seed is the
-- game's.
local chance_state = 1

--- Sets where `chance` begins, from a random id.
function time.seed(id)
  chance_state = tonumber(string.sub(id, 1, 7), 16) + 1
end

--- A number from 0 to 1, to spread waits. No secret.
function time.chance()
  chance_state = chance_state * 16807 % 2147483647
  return chance_state / 2147483647
end

--- A wait that doubles up to 15 minutes, and is at least what the server asks for. Random, so that
-- clients do not come back together.
function time.back_off(failures, retry_after_seconds)
  local longest = math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ^ math.min(failures, 20))
  local shortest = math.max(longest / 2, (retry_after_seconds or 0) * 1000)
  return shortest + time.chance() * math.max(longest, shortest) * 0.5
end

--- Makes a clock that only goes forward from one that can be set. A jump adds at most five seconds,
-- and a game that slept did not wait. `wall` returns seconds.
function time.steady(wall)
  local last, total = wall(), 0
  return function()
    local now = wall()
    total = total + math.min(math.max((now - last) * 1000, 0), MAX_STEP_MS)
    last = now
    return total
  end
end

--- The server's time: its last `Date`, and the monotonic clock since then. `clock` has `now` and
-- `wall`.
function time.server_clock(clock)
  local offset, device_offset = 0, nil
  local server = {}

  --- The service has answered with these headers.
  function server.learn(headers)
    device_offset = clock.wall() - clock.now()
    offset = (time.of_header(headers.date) or clock.wall()) - clock.now()
  end

  --- False before the first answer, and after the device slept for half a day.
  function server.is_known()
    return device_offset ~= nil and math.abs(clock.wall() - clock.now() - device_offset) < MAX_DRIFT_MS
  end

  function server.time()
    return offset + clock.now()
  end

  return server
end

return time
