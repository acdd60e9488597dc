-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- records.lua N - makes N records, keeps each tenth, and sorts them.
local kept = {}
for i = 1, tonumber(arg[1]) do
  local record = {key = string.format("%08d", i * 7919 % 100003), list = {i, i + 1, i + 2}}
  record.text = record.key .. ":" .. table.concat(record.list, ",")
  if i % 10 == 0 then kept[#kept + 1] = record end
end
table.sort(kept, function(a, b) return a.key < b.key end)
local sum = 0
for _, record in ipairs(kept) do sum = sum + #record.text end
print(#kept, sum)
