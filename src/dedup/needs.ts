import type { SourceOptions } from '../read/source-options.js'
import { isParquet } from '../write/node-output.js'
import type { DedupRequest } from './dedup-request.js'
import { isCopied, isCopiedText } from './stored-ending.js'

/** What is needed of the inputs in addition to text and id. Rows that are copied as they are stored need few fields. */
export function needsOf({
  stored,
  kept,
  removed,
  edited,
  survivor,
  source = 'source',
}: Omit<DedupRequest, 'inputs' | 'manifest'>): Pick<SourceOptions, 'fields' | 'copiesRows'> {
  if (stored === '.parquet' && isParquet(kept) && isParquet(removed) && edited === undefined) {
    return {
      fields: [source, ...(typeof survivor === 'object' && 'field' in survivor ? [survivor.field] : [])],
      copiesRows: true,
    }
  }
  const copiesRows =
    stored === '.json' ||
    (isCopiedText(stored) && (isCopied(stored, kept, 'kept') || isCopied(stored, removed, 'removed')))
  return copiesRows ? { copiesRows } : {}
}
