-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- Queens, objects with inheritance, coroutines, text and sorting; other.lua ROUNDS.
local rounds = tonumber(arg[1]) or 1

local function queens(n)
	local row, up, down, found = {}, {}, {}, 0
	local function place(col)
		if col > n then
			found = found + 1
			return
		end
		for r = 1, n do
			if not row[r] and not up[r + col] and not down[r - col + n] then
				row[r], up[r + col], down[r - col + n] = true, true, true
				place(col + 1)
				row[r], up[r + col], down[r - col + n] = nil, nil, nil
			end
		end
	end
	place(1)
	return found
end

local Shape = {}
Shape.__index = Shape
function Shape:area() return 0 end
function Shape:grow(by) self.size = self.size + by; return self end
local Square = setmetatable({}, { __index = Shape })
Square.__index = Square
function Square:area() return self.size * self.size end
local Disc = setmetatable({}, { __index = Shape })
Disc.__index = Disc
function Disc:area() return 3.14 * self.size * self.size end

local function shapes(n)
	local all, sum = {}, 0
	for i = 1, n do
		all[i] = setmetatable({ size = i % 13 }, i % 3 == 0 and Disc or Square)
	end
	for _ = 1, 5 do
		for _, s in ipairs(all) do sum = sum + s:grow(1):area() end
	end
	return sum
end

local function primes(n)
	local function filter(p, source)
		return coroutine.wrap(function()
			for x in source do
				if x % p ~= 0 then coroutine.yield(x) end
			end
		end)
	end
	local source = coroutine.wrap(function()
		for i = 2, n do coroutine.yield(i) end
	end)
	local last
	while true do
		local p = source()
		if not p then return last end
		last = p
		source = filter(p, source)
	end
end

local function text(n)
	local lines, count = {}, {}
	for i = 1, n do lines[i] = ("key%d = value %x; "):format(i * 7919 % 101, i) end
	for key, value in table.concat(lines):gmatch("(%w+) = ([%w ]+);") do
		count[key] = (count[key] or 0) + #value
	end
	local names = {}
	for key in pairs(count) do names[#names + 1] = key end
	table.sort(names, function(a, b)
		return count[a] > count[b] or (count[a] == count[b] and a < b)
	end)
	return names[1]
end

for _ = 1, rounds do
	print(queens(7), shapes(2000), primes(400), text(1500))
end
