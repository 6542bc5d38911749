-- Reads and writes JSON. Size and depth are limited, because texts come from anywhere.
local json = {}

local MAX_BYTES = 8 * 1024 * 1024
local MAX_DEPTH = 64
local REPLACEMENT = "\239\191\189"

--- Stands for null in arrays, and in objects if `decode` keeps it: a nil would not be there at all.
json.null = setmetatable({}, { __tostring = function() return "null" end })

local is_array = {}

--- Marks a table as an array, so that an empty one is written as `[]`.
function json.array(list)
  return setmetatable(list or {}, is_array)
end

--- Returns whether a value came from a JSON array, or is one of `json.array`.
function json.is_array(value)
  return type(value) == "table" and getmetatable(value) == is_array
end

-- Length of the valid UTF-8 sequence at `at`, or nil.
local function sequence_length(text, at)
  local first, second = string.byte(text, at, at + 1)
  local length, low, high = nil, 0x80, 0xBF
  if first < 0x80 then return 1 end
  if first >= 0xC2 and first <= 0xDF then length = 2
  elseif first >= 0xE0 and first <= 0xEF then length = 3
  elseif first >= 0xF0 and first <= 0xF4 then length = 4
  else return nil end
  -- Longer than needed, a half of a pair, or beyond Unicode.
  if first == 0xE0 then low = 0xA0 elseif first == 0xF0 then low = 0x90 end
  if first == 0xED then high = 0x9F elseif first == 0xF4 then high = 0x8F end
  if not second or second < low or second > high then return nil end
  for offset = 2, length - 1 do
    local byte = string.byte(text, at + offset)
    if not byte or byte < 0x80 or byte > 0xBF then return nil end
  end
  return length
end

-- Of Lua 5.3 and later, and much faster than a loop. Lua 5.3 lets halves of pairs pass.
local function is_surely_valid(text)
  return utf8 ~= nil and utf8.len(text) ~= nil and not string.find(text, "\237[\160-\191]")
end

--- Returns the text with U+FFFD in the place of bytes that are no UTF-8.
function json.valid_utf8(text)
  local at = string.find(text, "[\128-\255]")
  if not at or is_surely_valid(text) then return text end
  local parts, from = {}, 1
  while at do
    local length = sequence_length(text, at)
    if length then
      at = at + length
    else
      parts[#parts + 1] = string.sub(text, from, at - 1) .. REPLACEMENT
      at = at + 1
      from = at
    end
    at = string.find(text, "[\128-\255]", at)
  end
  parts[#parts + 1] = string.sub(text, from)
  return table.concat(parts)
end

--- Returns at most so many characters of a text, as valid UTF-8.
function json.cut(text, count)
  text = json.valid_utf8(text)
  local characters = 0
  -- All bytes but those that go on with a character.
  for at in string.gmatch(text, "()[^\128-\191]") do
    characters = characters + 1
    if characters > count then return string.sub(text, 1, at - 1) end
  end
  return text
end

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function escape(character)
  return ESCAPES[character] or string.format("\\u%04x", string.byte(character))
end

local function write_string(text)
  return '"' .. string.gsub(json.valid_utf8(text), '[%c"\\]', escape) .. '"'
end

local function write_number(number)
  if number ~= number or number == math.huge or number == -math.huge then
    error("JSON has no such number: " .. tostring(number))
  end
  if number == math.floor(number) and math.abs(number) < 2 ^ 53 then return string.format("%d", number) end
  return string.format("%.14g", number)
end

local write

local function write_table(value, depth)
  if depth > MAX_DEPTH then error("JSON: too deep") end
  local parts = {}
  if json.is_array(value) or #value > 0 then
    for index = 1, #value do parts[index] = write(value[index], depth) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local keys = {}
  for key in pairs(value) do
    if type(key) ~= "string" then error("JSON: a key is a " .. type(key)) end
    keys[#keys + 1] = key
  end
  -- The same value is always the same text.
  table.sort(keys)
  for index, key in ipairs(keys) do parts[index] = write_string(key) .. ":" .. write(value[key], depth) end
  return "{" .. table.concat(parts, ",") .. "}"
end

write = function(value, depth)
  local kind = type(value)
  if value == nil or value == json.null then return "null" end
  if kind == "string" then return write_string(value) end
  if kind == "number" then return write_number(value) end
  if kind == "boolean" then return tostring(value) end
  if kind == "table" then return write_table(value, depth + 1) end
  error("JSON has no " .. kind)
end

--- Returns the JSON text of a value, in one line. Throws for functions, NaN and tables that contain
-- themselves.
function json.encode(value)
  return write(value, 0)
end

local function utf8_of(code)
  if code < 0x80 then return string.char(code) end
  if code < 0x800 then return string.char(0xC0 + math.floor(code / 0x40), 0x80 + code % 0x40) end
  if code < 0x10000 then
    return string.char(0xE0 + math.floor(code / 0x1000), 0x80 + math.floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
  end
  return string.char(0xF0 + math.floor(code / 0x40000), 0x80 + math.floor(code / 0x1000) % 0x40,
    0x80 + math.floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
end

local UNESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

-- Reads what follows a backslash at `at`. Returns it, and where the text goes on.
local function read_escape(text, at)
  local letter = string.sub(text, at, at)
  if UNESCAPES[letter] then return UNESCAPES[letter], at + 1 end
  local code = tonumber(letter == "u" and string.match(text, "^%x%x%x%x", at + 1) or "", 16)
  if not code then error("JSON: wrong escape") end
  if code < 0xD800 or code > 0xDFFF then return utf8_of(code), at + 5 end
  local low = tonumber(string.match(text, "^\\u(%x%x%x%x)", at + 5) or "", 16)
  if code > 0xDBFF or not low or low < 0xDC00 or low > 0xDFFF then return REPLACEMENT, at + 5 end
  return utf8_of(0x10000 + (code - 0xD800) * 0x400 + low - 0xDC00), at + 11
end

local function read_string(text, at)
  local parts = {}
  while true do
    local stop = string.find(text, '["\\]', at)
    if not stop then error("JSON: a text without an end") end
    parts[#parts + 1] = string.sub(text, at, stop - 1)
    if string.sub(text, stop, stop) == '"' then return table.concat(parts), stop + 1 end
    parts[#parts + 1], at = read_escape(text, stop + 1)
  end
end

local function skip(text, at)
  return string.find(text, "[^ \t\r\n]", at) or #text + 1
end

local read

-- Reads the members after the opening bracket. `read_one` reads one of them.
local function read_members(text, at, close, read_one)
  at = skip(text, at)
  if string.sub(text, at, at) == close then return at + 1 end
  while true do
    at = skip(text, read_one(at))
    local character = string.sub(text, at, at)
    if character == close then return at + 1 end
    if character ~= "," then error("JSON: a comma is missing") end
    at = skip(text, at + 1)
  end
end

local function read_array(text, at, depth, keeps_null)
  local list = json.array()
  local stop = read_members(text, at, "]", function(from)
    local value, rest = read(text, from, depth, keeps_null)
    list[#list + 1] = value
    return rest
  end)
  return list, stop
end

local function read_object(text, at, depth, keeps_null)
  local object = {}
  local stop = read_members(text, at, "}", function(from)
    if string.sub(text, from, from) ~= '"' then error("JSON: a name is missing") end
    local name, rest = read_string(text, from + 1)
    rest = skip(text, rest)
    if string.sub(text, rest, rest) ~= ":" then error("JSON: a colon is missing") end
    local value
    value, rest = read(text, skip(text, rest + 1), depth, keeps_null)
    if value ~= json.null or keeps_null then object[name] = value else object[name] = nil end
    return rest
  end)
  return object, stop
end

local WORDS = { ["true"] = true, ["false"] = false, null = json.null }

read = function(text, at, depth, keeps_null)
  local character = string.sub(text, at, at)
  if depth >= MAX_DEPTH and (character == "{" or character == "[") then error("JSON: too deep") end
  if character == "{" then return read_object(text, at + 1, depth + 1, keeps_null) end
  if character == "[" then return read_array(text, at + 1, depth + 1, keeps_null) end
  if character == '"' then return read_string(text, at + 1) end
  local word = string.match(text, "^%l+", at)
  if word and WORDS[word] ~= nil then return WORDS[word], at + #word end
  local digits = string.match(text, "^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  local number = digits and tonumber(digits)
  if not number then error("JSON: a value is missing") end
  -- It could not be written again.
  if math.abs(number) == math.huge then error("JSON: a number is too large") end
  return number, at + #digits
end

--- Reads a JSON text. A null in an object is left out, unless `keeps_null`; in an array it is
-- `json.null`. Returns nil and a reason if it is no JSON, larger than 8 MiB or deeper than 64
-- levels.
function json.decode(text, keeps_null)
  if #text > MAX_BYTES then return nil, "JSON: too large" end
  local is_right, value, stop = pcall(read, text, skip(text, 1), 0, keeps_null)
  if not is_right then return nil, tostring(value) end
  if skip(text, stop) <= #text then return nil, "JSON: more after the end" end
  return value
end

return json
