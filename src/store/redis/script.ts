/**
 * A change as one atomic step: every expectation is checked before anything is written. Everything belongs to one namespace, and so
 * to one hash slot; KEYS[1] is its prefix and leads a cluster to the right node. ARGV[1] is a list of numbers and strings:
 * for each kind of operation how many there are, then their parts.
 */
export const WRITE_SCRIPT = `
local prefix, at, args = KEYS[1], 1, cmsgpack.unpack(ARGV[1])
local function take()
  local value = args[at]
  at = at + 1
  return value
end
local records, buckets, counters = prefix .. 'r', prefix .. 'b', prefix .. 'n'
for _ = 1, take() do
  local key, isThere, value = take(), take(), take()
  local stored = redis.call('GET', records .. key)
  if isThere == 0 then
    if stored then return 0 end
  elseif stored ~= value then
    return 0
  end
end
for _ = 1, take() do
  local bucket, count, allowed = take(), take(), {}
  for _ = 1, count do allowed[take()] = true end
  for _, member in ipairs(redis.call('ZRANGE', buckets .. bucket, 0, -1)) do
    if not allowed[member] then return 0 end
  end
end
for _ = 1, take() do redis.call('DEL', records .. take()) end
for _ = 1, take() do
  local key = take()
  redis.call('SET', records .. key, take())
end
for _ = 1, take() do
  local bucket = take()
  redis.call('ZREM', buckets .. bucket, take())
end
for _ = 1, take() do
  local bucket = take()
  redis.call('ZADD', buckets .. bucket, 0, take())
end
for _ = 1, take() do
  local counter = take()
  redis.call('INCRBY', counters .. counter, take())
end
return 1
`

/** The members of many buckets at once. ARGV[1] is a list: for each bucket its name, where to begin, and the most members. */
export const MEMBERS_SCRIPT = `
local buckets, args, lists = KEYS[1] .. 'b', cmsgpack.unpack(ARGV[1]), {}
for at = 1, #args, 3 do
  lists[#lists + 1] =
    redis.call('ZRANGE', buckets .. args[at], args[at + 1], '+', 'BYLEX', 'LIMIT', 0, args[at + 2])
end
return cmsgpack.pack(lists)
`
