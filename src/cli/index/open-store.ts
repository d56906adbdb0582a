import { openLmdbStore } from '../../store/lmdb/node-lmdb-store.js'
import type { OpenOptions } from '../../store/open-index.js'
import type { Store } from '../../store/store.js'
import { planShingleWish, readShingleWish } from '../find/shingle-wish.js'
import type { OptionValues } from '../options/table.js'
import { asUsage } from '../usage-error.js'

/** Opens the index that the command line names, in the namespace that it names. */
export async function openStore(
  folder: string,
  values: OptionValues,
  use: { readonly readOnly?: boolean; readonly ifMissing?: 'create' | 'refuse' },
): Promise<Store> {
  return asUsage(async () => {
    const store = await openLmdbStore(folder, { ...indexOptions(values), ...use })
    return values.namespace === undefined ? store : store.namespace(values.namespace)
  })
}

const SHINGLE_NAMES = [
  'shingle',
  'bag',
  'nfkc',
  'case',
  'punctuation',
  'whitespace',
  'segment',
  'stop-words',
] as const

/** What was given; the index knows the rest. */
function indexOptions(values: OptionValues): OpenOptions {
  const { threshold, recall, seed, containment } = values
  const isShingled = SHINGLE_NAMES.some((name) => values[name] !== undefined)
  const expiry = {
    ...(values['max-age'] !== undefined && { maxAge: values['max-age'] }),
    ...(values['max-idle'] !== undefined && { maxIdle: values['max-idle'] }),
    ...(values['max-documents'] !== undefined && { maxDocuments: values['max-documents'] }),
  }
  return {
    ...(threshold !== undefined && { threshold }),
    ...(recall !== undefined && { recall }),
    ...(seed !== undefined && { seed }),
    ...(containment !== undefined && { containment }),
    ...(values['keep-texts'] === true && { keepTexts: true }),
    ...(isShingled && { shingle: readShingleWish(planShingleWish(values)) }),
    ...(Object.keys(expiry).length > 0 && { expiry }),
  }
}
