import { pull } from '../dedup/pull.js'
import { inputRanges, walkInput } from '../dedup/walk-input.js'
import type { DocumentId } from '../model/document.js'
import { InvalidOption, UnreadableInput } from '../model/errors.js'
import { pathReader, textReader } from '../read/json-field.js'
import { ownSide } from '../read/sides.js'
import type { Added, StoreDocument } from '../store/store.js'
import type { Search } from './search.js'

/** Rejects documents that the index could not distinguish from others. */
export function checkAddable({ index, source }: Pick<Search, 'index' | 'source'>): void {
  if (index === undefined)
    throw new InvalidOption('add', true, 'an index in against, to add the kept documents to')
  if (source.idField !== undefined) return
  throw new UnreadableInput(
    source.files[0]?.name ?? 'the documents',
    'its documents have no ids, and record numbers would replace documents in the index',
    'name the field that holds the id',
  )
}

/** Adds the documents that are kept to the index that they were compared with. */
export async function addKept(
  { index, source: both, result, signal }: Search,
  survivorOf: Uint32Array,
  onAdded: (documents: number) => void = () => {},
): Promise<Added> {
  const source = ownSide(both)
  const readText = textReader(source.textFields)
  const readId = pathReader(source.idField!)
  let read = 0
  const kept = pull<StoreDocument>(async (push) => {
    for (const range of inputRanges(source, result.locations)) {
      const record = (position: number, line: Uint8Array) => {
        if (survivorOf[position] !== position) return undefined
        if (++read % 1000 === 0) onAdded(read)
        return push({ id: readId(line) as DocumentId, text: readText(line) })
      }
      await walkInput(source, result, range, { gap() {}, skipped() {}, record }, signal)
    }
  })
  return index!.addMany(kept)
}
