import { RequiredHits } from './containment.js'
import { ContentReader } from './content-reader.js'
import type { Expiry, IndexParameters } from './parameters.js'
import type { Storage } from './storage.js'

/** What the namespaces of an index share. */
export interface IndexParts {
  readonly storage: Storage
  readonly parameters: IndexParameters
  readonly expiry: Expiry
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly reader: ContentReader
  /** Undefined if the index does not search for containment. */
  readonly hits: RequiredHits | undefined
}

export function makeParts(
  storage: Storage,
  parameters: IndexParameters,
  expiry: Expiry,
  clock: () => number,
): IndexParts {
  const { containment, recall } = parameters
  const hits = containment === null ? undefined : new RequiredHits(containment, recall.requested)
  return { storage, parameters, expiry, clock, reader: new ContentReader(parameters), hits }
}
