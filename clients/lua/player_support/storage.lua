-- Keeps texts and files on the device. A storage has `read(name)`: text, or nil, or nil and a
-- reason if it failed; `write(name, text)`: true, or nil and a reason; `remove(name)`. One process
-- uses it at a time.
local json = require("player_support.json")

local storage = {}

local ENOENT = 2

local function is_missing(reason, code)
  return code == ENOENT or string.find(tostring(reason), "[Nn]o such file") ~= nil
end

local function read_file(path)
  local file, reason, code = io.open(path, "rb")
  if not file then
    if is_missing(reason, code) then return nil end
    return nil, reason
  end
  local text, failed = file:read("*a")
  file:close()
  if not text then return nil, failed or "it cannot be read" end
  return text
end

local function write_file(path, text)
  local file, reason = io.open(path, "wb")
  if not file then return nil, reason end
  local is_written, failed = file:write(text)
  if is_written then is_written, failed = file:flush() end
  local is_closed, not_closed = file:close()
  if is_written and is_closed then return true end
  return nil, failed or not_closed or "it cannot be written"
end

--- A storage of files. `path_of(name)` returns where a file is; its folder must exist. A write is
-- complete or not there, also after a kill. Lua has no fsync: a power loss can undo the last
-- writes.
function storage.files(path_of)
  local files = {}

  function files.read(name)
    local text, reason = read_file(path_of(name))
    if text or reason then return text, reason end
    -- Windows: killed after the old file was removed. The new one is complete then.
    return read_file(path_of(name .. ".new"))
  end

  function files.write(name, text)
    local path, new_path = path_of(name), path_of(name .. ".new")
    -- It could be a link to another file.
    os.remove(new_path)
    local is_written, reason = write_file(new_path, text)
    if not is_written then return nil, reason end
    if os.rename(new_path, path) then return true end
    -- On Windows a rename does not replace.
    os.remove(path)
    return os.rename(new_path, path)
  end

  function files.remove(name)
    os.remove(path_of(name .. ".new"))
    os.remove(path_of(name))
  end

  return files
end

--- A storage that ends with the process.
function storage.memory()
  local values = {}
  return {
    read = function(name) return values[name] end,
    write = function(name, text)
      values[name] = text
      return true
    end,
    remove = function(name) values[name] = nil end,
  }
end

--- A part of a storage: all names get a prefix. Nothing here throws; `on_error(reason)` is told of
-- failures.
function storage.part(kept, prefix, on_error)
  local store = {}

  local function try(work, name, text)
    local is_right, result, reason = pcall(work, prefix .. name, text)
    if not is_right then result, reason = nil, result end
    if reason then on_error(name .. ": " .. tostring(reason)) end
    return result, reason ~= nil
  end

  --- From now on, uses another storage or prefix.
  function store.use(other, other_prefix)
    kept, prefix = other, other_prefix
  end

  --- Returns the text or nil, and whether the storage failed.
  function store.read(name)
    return try(kept.read, name)
  end

  --- Returns whether it is stored.
  function store.write(name, text)
    return (try(kept.write, name, text)) == true
  end

  function store.remove(name)
    try(kept.remove, name)
  end

  --- Nil if there is none, or if it is damaged.
  function store.read_json(name)
    local text = store.read(name)
    return text and json.decode(text)
  end

  function store.write_json(name, value)
    return store.write(name, json.encode(value))
  end

  --- Reads one JSON value per line, so that damage costs one line only. Returns a list, and whether
  -- it failed. `keeps_null`: as of `json.decode`.
  function store.read_lines(name, keeps_null)
    local text, is_failed = store.read(name)
    local values = {}
    for line in string.gmatch(text or "", "[^\n]+") do
      local value = json.decode(line, keeps_null)
      if type(value) == "table" then values[#values + 1] = value end
    end
    return values, is_failed
  end

  function store.write_lines(name, values)
    local lines = {}
    for index, value in ipairs(values) do lines[index] = json.encode(value) .. "\n" end
    return store.write(name, table.concat(lines))
  end

  return store
end

return storage
