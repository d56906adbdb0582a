import { CHECK_OWNER, CHECK_READER } from './guard-script.js'

// Everything that a script touches belongs to one namespace, and so to one hash slot; KEYS[1] is its prefix and leads a cluster to the
// right node. ARGV[1] is one list of numbers and strings in MessagePack. A page of postings is a string to which they are appended.

/** The members of the postings of a page that begin with the rest of a key. */
const UNDER = `
local find, sub = string.find, string.sub
local function under(page, rest, width, limit)
  local list, count, from, skip = {}, 0, 1, #rest
  while page and count < limit do
    local at = find(page, rest, from, true)
    if not at then break end
    if (at - 1) % width == 0 then
      count = count + 1
      list[count] = sub(page, at + skip, at + width - 1)
      from = at + width
    else
      from = at + 1
    end
  end
  return list
end
`

/** A bucket with one member, as nearly all have, is a string, and one with several is a sorted set, which takes longer to write and to read. */
export const BUCKETS = `
local function only(bucket)
  local value = redis.pcall('GET', bucket)
  if type(value) == 'table' then return nil end
  return value
end
local function allOf(bucket, from, limit)
  local value = only(bucket)
  if value then return { value } end
  if value == false then return {} end
  return redis.call('ZRANGE', bucket, from, '+', 'BYLEX', 'LIMIT', 0, limit)
end
`

/** Sets keys that do not exist, a few at a time: one that exists makes all of them be set one by one. Adds members to buckets that may. */
export const NEW = `
local few = 16
local function setNew(pairs, setOther)
  for from = 1, #pairs, few do
    local to = math.min(from + few - 1, #pairs)
    if redis.call('MSETNX', unpack(pairs, from, to)) == 0 then
      for i = from, to, 2 do
        if not redis.call('SET', pairs[i], pairs[i + 1], 'NX') and setOther then setOther(pairs[i], pairs[i + 1]) end
      end
    end
  end
end
local function insertAnother(bucket, member)
  local value = only(bucket)
  if value == nil then redis.call('ZADD', bucket, 0, member)
  elseif value ~= member then
    redis.call('DEL', bucket)
    redis.call('ZADD', bucket, 0, value, 0, member)
  end
end
`

/**
 * A change as one atomic step: every expectation is checked before anything is written. The list contains, for each kind of operation, how
 * many there are, followed by their parts. It begins with the token of postings that were written ahead, or with ? if some of them may
 * exist. Returns 0 if an expectation is not met, and 2 if postings that were written ahead may have been removed since.
 *
 * A client sends a change again if the connection was lost before the answer came. A change with a receipt, the second value, leaves it for
 * a minute when it is applied; with the receipt there, nothing is done, and the answer is that of the first time.
 */
export const WRITE_SCRIPT = `${CHECK_OWNER}${UNDER}${BUCKETS}${NEW}
local prefix, at, args, call = KEYS[1], 1, cmsgpack.unpack(ARGV[1]), redis.call
local function take()
  local value = args[at]
  at = at + 1
  return value
end
local records, buckets, counters, pages = prefix .. 'r', prefix .. 'b', prefix .. 'n', prefix .. 'p'
local token, receipt = take(), take()
if receipt ~= '' and call('EXISTS', prefix .. 'q' .. receipt) == 1 then return 1 end
if token ~= '' and token ~= '?' then
  local posted = call('GET', prefix .. 'a' .. token)
  if not posted or posted ~= (call('GET', prefix .. 'w') or '0') then return 2 end
end
local absent = {}
for _ = 1, take() do
  absent[#absent + 1] = records .. take()
  if #absent == 1000 then
    if call('EXISTS', unpack(absent)) > 0 then return 0 end
    absent = {}
  end
end
if #absent > 0 and call('EXISTS', unpack(absent)) > 0 then return 0 end
for _ = 1, take() do
  local key = take()
  if call('GET', records .. key) ~= take() then return 0 end
end
for _ = 1, take() do
  local bucket, allowed = take(), {}
  for _ = 1, take() do allowed[take()] = true end
  for _, member in ipairs(allOf(buckets .. bucket, '-', -1)) do
    if not allowed[member] then return 0 end
  end
end
for _ = 1, take() do
  local page = call('GET', pages .. take())
  local rest = take()
  local width, allowed = take(), {}
  for _ = 1, take() do allowed[take()] = true end
  for _, member in ipairs(under(page, rest, width, 1e9)) do
    if not allowed[member] then return 0 end
  end
end
for _ = 1, take() do call('DEL', records .. take()) end
local put = {}
local function set()
  if #put > 0 then call('MSET', unpack(put)) end
  put = {}
end
for _ = 1, take() do
  put[#put + 1] = records .. take()
  put[#put + 1] = take()
  if #put == 2000 then set() end
end
set()
local withdrawn = take()
if withdrawn > 0 then call('INCRBY', prefix .. 'w', withdrawn) end
-- A load that is running may be about to write the content again, but not its postings.
local isLoading = withdrawn > 0 and call('EXISTS', prefix .. 'l') == 1
for _ = 1, withdrawn do
  call('DEL', records .. take())
  local count = take()
  if isLoading then
    at = at + 2 * count
    count = 0
  end
  for _ = 1, count do
    local name, entry = pages .. take(), take()
    local page, from = call('GET', name) or '', 1
    while true do
      local start = find(page, entry, from, true)
      if not start then break end
      if (start - 1) % #entry == 0 then
        page, from = sub(page, 1, start - 1) .. sub(page, start + #entry), start
      else
        from = start + 1
      end
    end
    if page == '' then call('DEL', name) else call('SET', name, page) end
  end
end
local fresh = {}
for _ = 1, take() do
  local key, value, count = take(), take(), take()
  if count == 0 then
    fresh[#fresh + 1] = records .. key
    fresh[#fresh + 1] = value
    if #fresh == few then
      setNew(fresh)
      fresh = {}
    end
  elseif call('SET', records .. key, value, 'NX') then
    for _ = 1, count do
      local page, entry = pages .. take(), take()
      if token ~= '?' or #under(call('GET', page), entry, #entry, 1) == 0 then call('APPEND', page, entry) end
    end
  else
    at = at + 2 * count
  end
end
setNew(fresh)
for _ = 1, take() do
  local bucket, member = buckets .. take(), take()
  local value = only(bucket)
  if value == nil then call('ZREM', bucket, member)
  elseif value == member then call('DEL', bucket) end
end
local single = {}
for _ = 1, take() do
  local bucket, count = buckets .. take(), take()
  if count == 1 then
    single[#single + 1] = bucket
    single[#single + 1] = take()
    if #single == few then
      setNew(single, insertAnother)
      single = {}
    end
  else
    local list, value = {}, only(bucket)
    if value then
      call('DEL', bucket)
      list = { 0, value }
    end
    for i = 1, count do
      list[#list + 1] = 0
      list[#list + 1] = take()
      if #list >= 2000 or i == count then
        call('ZADD', bucket, unpack(list))
        list = {}
      end
    end
  end
end
setNew(single, insertAnother)
for _ = 1, take() do
  local counter = take()
  call('INCRBY', counters .. counter, take())
end
if receipt ~= '' then call('SET', prefix .. 'q' .. receipt, 1, 'EX', 60) end
return 1
`

/**
 * The members of many buckets at once; the only member of a bucket is among them even if it is before the beginning. The list contains, for
 * each bucket, its name, where to begin, and the maximum number of members.
 */
export const MEMBERS_SCRIPT = `${BUCKETS}
local buckets, args, lists = KEYS[1] .. 'b', cmsgpack.unpack(ARGV[1]), {}
for at = 1, #args, 3 do lists[#lists + 1] = allOf(buckets .. args[at], args[at + 1], args[at + 2]) end
return cmsgpack.pack(lists)
`

/**
 * The members under many keys at once. The list contains the number of bytes of a posting, the maximum number of members, and for each key
 * its page and rest.
 */
export const POSTINGS_SCRIPT = `${CHECK_READER}${UNDER}
local pages, args, lists = KEYS[1] .. 'p', cmsgpack.unpack(ARGV[1]), {}
local name, page
for at = 3, #args, 2 do
  if args[at] ~= name then
    name = args[at]
    page = redis.call('GET', pages .. name)
  end
  lists[#lists + 1] = under(page, args[at + 1], args[1], args[2])
end
return cmsgpack.pack(lists)
`

/**
 * The same, and after these lists one for each of the first contents under the keys: its key, its record, the ids of its first documents,
 * and then their records if the fourth number is 1. The list contains the number of bytes of a posting, the maximum numbers of contents and
 * of documents, that number, and the keys.
 */
export const READ_AHEAD_SCRIPT = `${CHECK_READER}${UNDER}${BUCKETS}
local call, args, lists, contents, known = redis.call, cmsgpack.unpack(ARGV[1]), {}, {}, {}
local records, buckets, pages = KEYS[1] .. 'r', KEYS[1] .. 'b', KEYS[1] .. 'p'
for at = 5, #args, 2 do
  local list = under(call('GET', pages .. args[at]), args[at + 1], args[1], 1e9)
  lists[#lists + 1] = list
  for _, content in ipairs(list) do
    if not known[content] and #contents < args[2] then
      known[content] = true
      contents[#contents + 1] = content
    end
  end
end
for _, content in ipairs(contents) do
  local list = { content, call('GET', records .. 's' .. content) or '' }
  local ids = allOf(buckets .. 'm' .. content, '-', args[3])
  for _, id in ipairs(ids) do list[#list + 1] = id end
  if args[4] == 1 then
    for _, id in ipairs(ids) do list[#list + 1] = call('GET', records .. 'd' .. id) or '' end
  end
  lists[#lists + 1] = list
end
return cmsgpack.pack(lists)
`

/** The number of contents withdrawn so far, and for each record, 1 if it is missing. The list contains the keys of the records. */
export const MISSING_SCRIPT = `${CHECK_OWNER}
local records, missing = KEYS[1] .. 'r', {}
for i, key in ipairs(cmsgpack.unpack(ARGV[1])) do missing[i] = redis.call('EXISTS', records .. key) == 0 and '1' or '0' end
return cmsgpack.pack({ { redis.call('GET', KEYS[1] .. 'w') or '0' }, missing })
`

/** Appends postings to pages. The list contains pages and what to append to each. */
export const APPEND_SCRIPT = `${CHECK_OWNER}
local pages, args, call = KEYS[1] .. 'p', cmsgpack.unpack(ARGV[1]), redis.call
for at = 1, #args, 2 do call('APPEND', pages .. args[at], args[at + 1]) end
return 1
`

/**
 * Records that postings were written ahead. A replica that has this record has all of the postings, because replicas apply changes in
 * order.
 */
export const POSTED_SCRIPT = `${CHECK_OWNER}
local args = cmsgpack.unpack(ARGV[1])
redis.call('SET', KEYS[1] .. 'a' .. args[1], args[2], 'EX', 3600)
return 1
`
