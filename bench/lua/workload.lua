-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- workload.lua [SCALE] - about a second of ordinary Lua at scale 1: numbers,
-- strings, tables, closures, sorting, formatting, patterns, coroutines.  Prints
-- one checksum.

local scale = tonumber(arg and arg[1]) or 1
local checksum = 0

local function rounds(n)
  return math.max(1, math.floor(n * scale))
end

local function add(x)
  checksum = (checksum * 31 + math.floor(x)) % 1000000007
end

-- a small pseudo-random generator, the same on every machine
local seed = 42
local function random(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n + 1
end

-- numbers in tables: planets attract each other
local function nbody(steps)
  local bodies = {}
  for i = 1, 5 do
    bodies[i] = { x = i * 1.5, y = i * 0.7, z = i * 0.1, vx = 0, vy = 0.3 / i, vz = 0, mass = 1 / i }
  end
  for _ = 1, steps do
    for i = 1, #bodies do
      local a = bodies[i]
      for j = i + 1, #bodies do
        local b = bodies[j]
        local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
        local d2 = dx * dx + dy * dy + dz * dz + 0.01
        local mag = 0.001 / (d2 * math.sqrt(d2))
        a.vx = a.vx - dx * b.mass * mag
        a.vy = a.vy - dy * b.mass * mag
        a.vz = a.vz - dz * b.mass * mag
        b.vx = b.vx + dx * a.mass * mag
        b.vy = b.vy + dy * a.mass * mag
        b.vz = b.vz + dz * a.mass * mag
      end
    end
    for _, b in ipairs(bodies) do
      b.x, b.y, b.z = b.x + 0.001 * b.vx, b.y + 0.001 * b.vy, b.z + 0.001 * b.vz
    end
  end
  return bodies[1].x * 1e6
end

-- closures and recursion
local function fibonacci(n)
  if n < 2 then return n end
  return fibonacci(n - 1) + fibonacci(n - 2)
end

local function counters(n)
  local function make()
    local value = 0
    return function(step) value = value + step; return value end
  end
  local sum = 0
  for _ = 1, n do
    local count = make()
    count(1)
    sum = sum + count(2)
  end
  return sum
end

-- sorting with a comparison function
local function sorting(n)
  local list = {}
  for i = 1, n do list[i] = { key = random(100000), name = "item" .. i } end
  table.sort(list, function(a, b)
    if a.key ~= b.key then return a.key < b.key end
    return a.name < b.name
  end)
  return list[1].key + list[n // 2 + 1].key
end

-- strings: format, concat, patterns, upper, rep, byte
local function text(n)
  local words = {}
  for i = 1, n do
    words[#words + 1] = string.format("%05d:%s:%.3f", random(99999), "word" .. i % 97, i / 7)
  end
  local all = table.concat(words, " ")
  local replaced, hits = all:gsub("(%d+):(%a+)(%d+)", "%2-%3=%1")
  local letters = 0
  for word in replaced:gmatch("%a+") do letters = letters + #word end
  return hits + letters + #replaced:upper() + (replaced:find("word96", 1, true) or 0)
end

-- string keys, table growth and removal
local function dictionary(n)
  local t, sum = {}, 0
  for i = 1, n do t["key" .. random(n)] = i end
  for k, v in pairs(t) do
    if v % 3 == 0 then t[k] = nil else sum = sum + v end
  end
  local queue = {}
  for i = 1, n // 4 do table.insert(queue, i) end
  for _ = 1, n // 4 do sum = sum + table.remove(queue) end
  return sum
end

-- objects by metatables
local Account = {}
Account.__index = Account
function Account.new() return setmetatable({ balance = 0 }, Account) end
function Account:deposit(x) self.balance = self.balance + x; return self end
Account.__add = function(a, b) return Account.new():deposit(a.balance + b.balance) end
local function accounts(n)
  local total = Account.new()
  for i = 1, n do total = total + Account.new():deposit(i % 10) end
  return total.balance
end

-- coroutines and protected calls
local function producers(n)
  local sum = 0
  local producer = coroutine.wrap(function()
    for i = 1, n do coroutine.yield(i) end
  end)
  for i = 1, n do
    local value = producer()
    local ok = pcall(function() if i % 10 == 0 then error("ten") end end)
    sum = sum + (ok and value or 0)
  end
  return sum
end

add(nbody(rounds(100000)))
for _ = 1, rounds(12) do add(fibonacci(24)) end
add(counters(rounds(600000)))
for _ = 1, rounds(4) do add(sorting(25000)) end
for _ = 1, rounds(4) do add(text(30000)) end
for _ = 1, rounds(4) do add(dictionary(120000)) end
add(accounts(rounds(600000)))
add(producers(rounds(240000)))
print("checksum", checksum)
