-- Random bytes for the installation id, which is the player's secret.
local random = {}

local function from_urandom(count)
  local file = io and io.open and io.open("/dev/urandom", "rb")
  if not file then return nil end
  -- Without this, Lua reads some thousand bytes.
  file:setvbuf("no")
  local bytes = file:read(count)
  file:close()
  return bytes
end

-- Windows. LuaJIT can call the system's own function (RtlGenRandom).
local function from_windows(count)
  local ffi = require("ffi")
  if ffi.os ~= "Windows" then return nil end
  ffi.cdef("unsigned char SystemFunction036(void *buffer, unsigned long length);")
  local buffer = ffi.new("unsigned char[?]", count)
  if ffi.load("advapi32").SystemFunction036(buffer, count) == 0 then return nil end
  return ffi.string(buffer, count)
end

-- Weaker: times and addresses of this process, mixed. Somebody who knows them well could guess the
-- id.
local function from_mix(count)
  local state = 0
  local function add(text)
    text = tostring(text)
    for index = 1, #text do state = (state * 257 + string.byte(text, index) + 1) % 4294967291 end
  end
  local bytes = {}
  for index = 1, count do
    add({})
    add(function() end)
    add(os.time())
    add(os.clock())
    add(math.random())
    bytes[index] = string.char(math.floor(state / 256) % 256)
  end
  return table.concat(bytes)
end

--- Returns so many random bytes, and whether they are of the system's generator.
function random.bytes(count)
  for _, source in ipairs({ from_urandom, from_windows }) do
    local is_right, bytes = pcall(source, count)
    if is_right and type(bytes) == "string" and #bytes == count then return bytes, true end
  end
  return from_mix(count), false
end

--- Returns 128 random bits in hexadecimal. `bytes_of(count)` is a source of the platform, if it has
-- one.
function random.id(bytes_of)
  local bytes = (bytes_of or random.bytes)(16)
  return (string.gsub(bytes, ".", function(byte) return string.format("%02x", string.byte(byte)) end))
end

return random
