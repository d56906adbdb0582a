import { CHECK_OWNER } from './guard-script.js'
import { BUCKETS, NEW } from './script.js'

// A load writes postings, and then the records of contents, by plain commands: Lua computes a hash of every byte of every string, which takes
// longer than storing it. While a load runs, its id is in the hash l, and contents that are removed keep their postings, so that a content
// that has a record always has all of its postings.

/** Begins a load. Returns the number of contents withdrawn so far. The list contains the id of the load. */
export const BEGIN_SCRIPT = `${CHECK_OWNER}
local loads = KEYS[1] .. 'l'
redis.call('HSET', loads, cmsgpack.unpack(ARGV[1])[1], 1)
redis.call('EXPIRE', loads, 86400)
return redis.call('GET', KEYS[1] .. 'w') or '0'
`

/** Ends a load. The list contains its id. */
export const END_SCRIPT = `
return redis.call('HDEL', KEYS[1] .. 'l', cmsgpack.unpack(ARGV[1])[1])
`

/**
 * Adds new documents whose contents have been written, as one atomic step. Returns 0, and changes nothing, if one of them exists, or if
 * contents were withdrawn in the meantime, or if the load is no longer known; the general script must be used then.
 *
 * The values are the id of the load, a receipt as in that script, the number of contents withdrawn before the contents were written, the
 * number of documents, and lists: the keys of documents with their records; the buckets of contents with their only members; the members of
 * the buckets by time, each after a score; buckets of contents with several members, each followed by a list of these after scores.
 */
export const LOAD_SCRIPT = `${CHECK_OWNER}${BUCKETS}${NEW}
local prefix, call = KEYS[1], redis.call
local load, receipt, withdrawn, count, documents, single, timed, several = unpack(cmsgpack.unpack(ARGV[1]))
receipt = prefix .. 'q' .. receipt
if call('EXISTS', receipt) == 1 then return 1 end
if (call('GET', prefix .. 'w') or '0') ~= withdrawn or call('HEXISTS', prefix .. 'l', load) == 0 then return 0 end
if call('MSETNX', unpack(documents)) == 0 then return 0 end
setNew(single, insertAnother)
local function insert(bucket, members)
  local value = only(bucket)
  if value then
    call('DEL', bucket)
    call('ZADD', bucket, 0, value)
  end
  call('ZADD', bucket, unpack(members))
end
insert(prefix .. 'ba', timed)
insert(prefix .. 'bu', timed)
for i = 1, #several, 2 do insert(several[i], several[i + 1]) end
call('INCRBY', prefix .. 'ndocuments', count)
call('EXPIRE', prefix .. 'l', 86400)
call('SET', receipt, 1, 'EX', 60)
return 1
`

/**
 * Removes the records of contents that were written for documents which could not be added, because the index was removed or replaced. They
 * have no postings, so a document with such a content would not be found. The list contains the keys of the contents.
 */
export const ABANDON_SCRIPT = `
local prefix, call = KEYS[1], redis.call
if call('EXISTS', prefix .. 'l') == 1 then return 0 end
for _, content in ipairs(cmsgpack.unpack(ARGV[1])) do
  if call('EXISTS', prefix .. 'bm' .. content) == 0 then call('DEL', prefix .. 'rs' .. content) end
end
return 1
`
