// Another program can empty a server, or replace the index on it, while this one has the index open. So each namespace has the id of its index
// in the key i, in its own hash slot, and a script receives the id that was opened as ARGV[2], which is empty if no index was opened yet.

/** What a script returns, having done nothing, if the namespace has no id or that of another index. */
export const REPLACED = -1

/** Begins a script that writes. */
export const CHECK_OWNER = `
if ARGV[2] ~= '' and redis.call('GET', KEYS[1] .. 'i') ~= ARGV[2] then return ${REPLACED} end
`

/** Begins a script that reads what depends on the parameters. A namespace without an id is new, or was written by an earlier version. */
export const CHECK_READER = `
local owner = ARGV[2] ~= '' and redis.call('GET', KEYS[1] .. 'i')
if owner and owner ~= ARGV[2] then return ${REPLACED} end
`

/** Gives a namespace the id in the list. Returns 0, and changes nothing, if it has documents of another index. */
export const CLAIM_SCRIPT = `
local prefix, id = KEYS[1], cmsgpack.unpack(ARGV[1])[1]
local owner = redis.call('GET', prefix .. 'i')
if owner and owner ~= id and (redis.call('GET', prefix .. 'ndocuments') or '0') ~= '0' then return 0 end
redis.call('SET', prefix .. 'i', id)
return 1
`
