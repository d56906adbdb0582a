import { gatherItems, type Items } from '../apps/decontaminate/items.js'
import type { Removal } from '../cluster/removal.js'
import { inputRanges, walkInput } from '../dedup/walk-input.js'
import type { BenchmarkItem } from '../model/benchmark-item.js'
import { checkNames } from '../model/check.js'
import type { DocumentId } from '../model/document.js'
import { type BadRecord, InvalidOption } from '../model/errors.js'
import { DEFAULT_MAX_GROUP } from '../model/plan.js'
import { StopCheck } from '../model/stop-check.js'
import type { StopSignal } from '../model/stop-signal.js'
import { pathReader, textReader } from '../read/json-field.js'
import { ownSide } from '../read/sides.js'
import { type InputNotes, joinNotes } from '../read/source.js'
import { checkShingleOptions, planShingles } from '../text/shingle-options.js'
import { readItems } from './benchmark-items.js'
import type { ContaminatedSpan, ContaminationSummary, DecontaminateOptions } from './decontaminate-types.js'
import type { DocumentSource, Needs } from './document-source.js'
import { type ItemSearch, ItemTexts, openItemSearch } from './item-search.js'
import { LineBatches } from './line-batches.js'
import { memoryOf } from './memory-of.js'
import { poolOf } from './pool-of.js'
import { type Search, search } from './search.js'
import { pick, READ_NAMES } from './search-options.js'

/** A training document with the items that it contains. */
export interface ContaminatedDocument {
  readonly position: number
  readonly id: DocumentId
  readonly text: string
  /** The record as JSON; valid during the call only. */
  readonly line: Uint8Array
  readonly spans: readonly ContaminatedSpan[]
}

/** The result of a scan: the numbers, and which documents are removed because of which item. */
interface Scanned {
  readonly summary: ContaminationSummary
  /** Items are numbered after the last position of a document. */
  readonly removal: Removal
  /** The id of a contaminated document, or the benchmark and the id of an item. */
  readonly idOf: (position: number) => DocumentId
}

/** Receives a document that contains items. */
type TakeDocument = (document: ContaminatedDocument) => void | Promise<void>

/** Documents and items, ready to be compared. */
export interface Scan extends AsyncDisposable {
  readonly search: Search
  readonly items: Items
  /** Bad records of the benchmarks that were skipped. */
  readonly skippedItems: readonly BadRecord[]
  /** How the documents and the benchmarks were read. */
  readonly notes: InputNotes
  /** Looks for the items in every document, in the order of the input. */
  run(take: TakeDocument, onRead?: (documents: number) => void): Promise<Scanned>
}

const OWN_NAMES: readonly (keyof DecontaminateOptions)[] = [
  ...(['benchmarks', 'benchmarkFields', 'minOverlap', 'k', 'matchShortItems'] as const),
  ...(['workers', 'memory', 'pool', 'signal', 'onProgress', 'write'] as const),
]

/** Callbacks and needs of the caller of a scan. */
interface ScanHooks {
  /** What is needed of the documents in addition to text and id. Default: nothing. */
  readonly needs?: Omit<Needs, 'memory'>
  /** Called with the number of items read so far. */
  readonly onItems?: (items: number) => void
  /** The name of a benchmark in results. Default: that of its file. */
  readonly nameOf?: (benchmark: string) => string
}

export async function openScan(
  documents: DocumentSource,
  options: DecontaminateOptions,
  { needs = { fields: [] }, onItems = () => {}, nameOf = (name) => name }: ScanHooks = {},
): Promise<Scan> {
  checkNames(options, [...READ_NAMES, ...OWN_NAMES])
  const { benchmarks, benchmarkFields = {}, workers, signal, onProgress } = options
  if (benchmarks === undefined)
    throw new InvalidOption('benchmarks', benchmarks, 'benchmark items to look for')
  const pool = poolOf(options)
  const memory = pool === undefined ? memoryOf(options.memory) : pool.memory
  const reading = pick(options, READ_NAMES)
  const skippedItems: BadRecord[] = []
  const notes: InputNotes[] = []
  const { text: _, id: __, ...itemReading } = reading
  const itemOptions = pick(options, ['minOverlap', 'k', 'matchShortItems'])
  const texts = new ItemTexts()
  const items = await gatherItems(
    keepTexts(
      readItems(
        benchmarks,
        { ...itemReading, ...benchmarkFields },
        (bad) => skippedItems.push(bad),
        (found) => notes.push(found),
        signal,
      ),
      texts,
      { onItems, nameOf },
      signal,
    ),
    itemOptions,
  )
  signal?.throwIfAborted()
  // The engine reads the documents once, judges them and knows where each is; there is nothing to compare them with.
  const found = await search(
    documents,
    {
      request: { plan: READING_PLAN },
      against: { source: [] as object[], fields: {} },
      reading,
      running: {
        ...(workers !== undefined && { workers }),
        ...(signal && { signal }),
        ...(onProgress && { onProgress }),
      },
      memory,
      pool,
    },
    { needs },
  )
  return {
    search: found,
    items,
    skippedItems,
    notes: joinNotes([found.source.notes, ...notes]),
    async run(take, onRead) {
      const running = {
        ...(workers !== undefined && { workers }),
        ...(memory !== undefined && { memory }),
        ...(pool && { pool }),
        signal,
      }
      const source = ownSide(found.source)
      await using searching = await openItemSearch(items.index, texts, itemOptions, source, running)
      return await scanDocuments(found, items, searching, take, onRead)
    },
    async [Symbol.asyncDispose]() {
      found.close()
    },
  }
}

/** The cheapest possible plan: it lists each document under one element. */
const READING_PLAN = {
  threshold: 1,
  recall: 1,
  shingle: planShingles(checkShingleOptions({})),
  maxGroup: DEFAULT_MAX_GROUP,
  method: 'exact',
} as const

async function* keepTexts(
  items: AsyncIterable<BenchmarkItem>,
  texts: ItemTexts,
  { onItems, nameOf }: Required<Pick<ScanHooks, 'onItems' | 'nameOf'>>,
  signal: StopSignal | undefined,
): AsyncGenerator<BenchmarkItem> {
  const stop = new StopCheck(signal)
  let read = 0
  for await (const item of items) {
    await stop.check()
    texts.add(item.text)
    if (++read % 1000 === 0) onItems(read)
    yield { ...item, benchmark: nameOf(item.benchmark) }
  }
}

async function scanDocuments(
  { source: searched, result, signal }: Search,
  { names, tooShort }: Items,
  searching: ItemSearch,
  take: TakeDocument,
  onRead: (documents: number) => void = () => {},
): Promise<Scanned> {
  const source = ownSide(searched)
  const { locations } = result
  const readText = textReader(source.textFields)
  const readId = source.idField === undefined ? undefined : pathReader(source.idField)
  const survivorOf = Uint32Array.from({ length: locations.count }, (_, position) => position)
  const similarity = new Float64Array(locations.count).fill(1)
  const idOfDocument = new Map<number, DocumentId>()
  const isFound = new Uint8Array(names.length)
  let [spans, read] = [0, 0]
  const batches = new LineBatches(searching, ({ position, line, matches }) => {
    const text = readText(line)
    spans += matches.length
    const best = matches.reduce((one, other) => (other.overlap > one.overlap ? other : one))
    survivorOf[position] = locations.count + best.item
    similarity[position] = best.overlap
    const id = readId === undefined ? position : (readId(line) as DocumentId)
    idOfDocument.set(position, id)
    const named = matches.map(({ item, ...span }) => {
      isFound[item] = 1
      const { benchmark, id: itemId } = names[item]!
      return { position, document: id, benchmark, item: itemId, ...span }
    })
    return take({ position, id, text, line, spans: named })
  })
  const record = (position: number, line: Uint8Array): void | Promise<void> => {
    if (++read % 1000 === 0) onRead(read)
    return batches.add(position, line)
  }
  for (const range of inputRanges(source, locations)) {
    await walkInput(source, result, range, { gap() {}, skipped() {}, record }, signal)
  }
  await batches.end()
  return {
    summary: {
      documents: result.documents,
      contaminated: idOfDocument.size,
      items: names.length,
      itemsFound: isFound.reduce((sum, one) => sum + one, 0),
      tooShort,
      spans,
    },
    removal: { survivorOf, similarity },
    idOf: (position) => {
      if (position < locations.count) return idOfDocument.get(position)!
      const { benchmark, id } = names[position - locations.count]!
      return `${benchmark}:${id}`
    },
  }
}
