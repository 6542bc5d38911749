-- A script for wrk. It sends the request of a template for one row of a file after the other, and
-- prints the result as JSON.
--
-- Arguments: file of the template, file of the rows, number of the first request, count of rows,
-- maximum of requests, column widths. In the template, {1} is the first column of a row, and {#} the
-- number of the request.

local ffi = require('ffi')
ffi.cdef('typedef struct { long seconds, microseconds; } timeval; int gettimeofday(timeval *now, void *);')

local threads = {}

local function microseconds()
  local now = ffi.new('timeval')
  ffi.C.gettimeofday(now, nil)
  return tonumber(now.seconds) * 1e6 + tonumber(now.microseconds)
end

function setup(thread)
  threads[#threads + 1] = thread
end

function init(args)
  local template = assert(io.open(args[1], 'rb')):read('*a')
  file = assert(io.open(args[2], 'rb'))
  first = tonumber(args[3])
  limit = tonumber(args[5])
  sent = 0
  -- The time for the maximum of requests; 0 until then.
  took = 0

  local columns = {}
  width = 0
  for index = 6, #args do
    columns[#columns + 1] = { width + 1, width + tonumber(args[index]) }
    width = width + tonumber(args[index]) + 1
  end
  file:seek('set', first % tonumber(args[4]) * width)

  -- The template in pieces. The slots between them get the columns of a row.
  pieces, slots = {}, {}
  local from = 1
  for at, number, after in template:gmatch('(){([%d#])}()') do
    pieces[#pieces + 1] = template:sub(from, at - 1)
    pieces[#pieces + 1] = ''
    slots[#slots + 1] = { #pieces, columns[tonumber(number)] or false }
    from = after
  end
  pieces[#pieces + 1] = template:sub(from)
end

function request()
  local line = file:read(width)
  if line == nil then
    file:seek('set', 0)
    line = file:read(width)
  end
  for index = 1, #slots do
    local slot = slots[index]
    pieces[slot[1]] = slot[2] and line:sub(slot[2][1], slot[2][2]) or string.format('%010d', first + sent)
  end
  sent = sent + 1
  if sent == 1 then began = microseconds() end
  if sent == limit then took = microseconds() - began end
  if sent >= limit then wrk.thread:stop() end
  return table.concat(pieces)
end

function done(summary, latency)
  local sent, duration = 0, summary.duration
  for _, thread in ipairs(threads) do
    sent = sent + thread:get('sent')
    -- After the maximum of requests wrk still waits for the end of its time.
    if thread:get('took') > 0 then duration = thread:get('took') end
  end
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"sent":%d,"answered":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"lost":%d}\n',
    sent, summary.requests, duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
