import { checkFunction, checkNames } from '../model/check.js'
import { UnreadableInput } from '../model/errors.js'
import { makeParts } from './index-parts.js'
import {
  DOCUMENT_COUNTER,
  EXPIRY_RECORD,
  ID_RECORD,
  NAMESPACES_BUCKET,
  PARAMETERS_RECORD,
  ROOT_SPACE,
} from './keys.js'
import { LiveIndex } from './live-index.js'
import {
  checkExpiry,
  checkSameParameters,
  decodeExpiry,
  decodeParameters,
  type Expiry,
  encodeExpiry,
  encodeParameters,
  INDEX_OPTION_NAMES,
  type IndexOptions,
  type IndexParameters,
  makeParameters,
} from './parameters.js'
import type { Storage } from './storage.js'

/** The error message if there is no index. */
export const NO_INDEX = 'there is no index'

/** The options for opening an index. */
export interface OpenOptions extends IndexOptions {
  /** Replaces the expiry stored with the index. Default: as stored, or none. */
  readonly expiry?: Expiry
  /** What to do if there is no index yet. Default: `create`. */
  readonly ifMissing?: 'create' | 'refuse'
  /** The time in milliseconds since 1970, for tests. Default: `Date.now`. */
  readonly clock?: () => number
}

export const OPEN_OPTION_NAMES = [...INDEX_OPTION_NAMES, 'expiry', 'ifMissing', 'clock'] as const

/**
 * Opens the live index in a storage, or creates it. Throws an error if the index has another format or hash version, or was
 * built with other parameters.
 *
 * @example
 * const store = await openIndex(new MemoryStorage(), { threshold: 0.7 })
 */
export async function openIndex(storage: Storage, options: OpenOptions = {}): Promise<LiveIndex> {
  checkNames(options, OPEN_OPTION_NAMES)
  const { ifMissing = 'create', clock = Date.now } = options
  checkFunction('clock', clock)
  const given = options.expiry && checkExpiry(options.expiry)
  const wanted = makeParameters(options)
  const read = () => storage.records(ROOT_SPACE, [PARAMETERS_RECORD, EXPIRY_RECORD, ID_RECORD])
  let [record, expiry, id] = await read()
  if (record === undefined && ifMissing === 'create' && !storage.isReadOnly) {
    await create(storage, wanted)
    ;[record, expiry, id] = await read()
  }
  if (record === undefined) {
    throw new UnreadableInput(storage.location, NO_INDEX, 'build one, or name the folder of an index')
  }
  const parameters = decodeParameters(record, storage.location)
  checkSameParameters(options, parameters, storage.location)
  storage.identity?.bind(record, id)
  if (given !== undefined && !storage.isReadOnly)
    await storage.write(ROOT_SPACE, { put: [[EXPIRY_RECORD, encodeExpiry(given)]] })
  return new LiveIndex(makeParts(storage, parameters, given ?? decodeExpiry(expiry), clock))
}

/** If several processes create the index at once, one succeeds, and the others use what it wrote. */
async function create(storage: Storage, parameters: IndexParameters): Promise<void> {
  const { location, identity } = storage
  // Only a database can lose single records. A folder is filled before its parameters are written.
  if (identity !== undefined && (await hasDocuments(storage))) {
    const [record] = await storage.records(ROOT_SPACE, [PARAMETERS_RECORD])
    if (record !== undefined) return
    throw new UnreadableInput(
      location,
      'there are documents of an index whose parameters were lost',
      'restore the data, or delete it and build the index again',
    )
  }
  const id = identity === undefined ? [] : [[ID_RECORD, identity.create()] as const]
  await storage.write(ROOT_SPACE, {
    expect: { records: [[PARAMETERS_RECORD, undefined]] },
    put: [[PARAMETERS_RECORD, encodeParameters(parameters)], ...id],
  })
}

/** Whether a namespace that is known, or the default one, has documents. */
async function hasDocuments(storage: Storage): Promise<boolean> {
  const [names] = await storage.members(ROOT_SPACE, [{ bucket: NAMESPACES_BUCKET }])
  for (const space of new Set(['', ...names!.map((name) => name.slice(1))])) {
    const [documents] = await storage.counters(space, [DOCUMENT_COUNTER])
    if (documents! > 0) return true
  }
  return false
}
