-- A transport for platforms that send a request themselves and call back at any time: the answer is
-- given by `update`.
local callbacks = {}

-- After the platform's own time-out.
local GRACE_MS = 5000

--- Headers with names in lower case, and values without blanks around them.
function callbacks.headers(received)
  local headers = {}
  for name, value in pairs(received or {}) do
    headers[string.lower(tostring(name))] = string.match(tostring(value), "^%s*(.-)%s*$")
  end
  return headers
end

--- `now()` in milliseconds. `begin(request, answer)` sends a request, and calls `answer(response)`
-- or `answer(nil, reason)` once; it can return a function that ends the request.
function callbacks.transport(now, begin)
  local transport = {}
  local works = {}

  function transport.send(request, done)
    local work = { done = done, ends_at = now() + request.timeout * 1000 + GRACE_MS }
    works[work] = true
    work.cancel = begin(request, function(response, reason)
      work.answer = work.answer or { response = response, reason = reason }
    end)
    return work
  end

  function transport.cancel(work)
    if works[work] and work.cancel then work.cancel() end
    works[work] = nil
  end

  function transport.update()
    local ended = {}
    for work in pairs(works) do
      if work.answer or now() > work.ends_at then ended[#ended + 1] = work end
    end
    for _, work in ipairs(ended) do
      if works[work] then
        local answer = work.answer or { reason = "time-out" }
        if not work.answer then transport.cancel(work) end
        works[work] = nil
        work.done(answer.response, answer.reason)
      end
    end
  end

  return transport
end

return callbacks
