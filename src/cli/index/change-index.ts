import { bandThreshold, type Plan } from '../../model/plan.js'
import { count, counted } from '../../model/quantities.js'
import { addWithin, checkIndexMemory } from '../../node/add-within.js'
import { createIndex } from '../../node/create-index.js'
import { indexBands } from '../../node/index-bands.js'
import { addSorted } from '../../node/load/add-sorted.js'
import { refuseExisting } from '../../node/refuse-existing.js'
import { buildSorted, type SortedOptions } from '../../node/sorted-index.js'
import { MAX_ID_BYTES } from '../../store/keys.js'
import type { IndexOptions } from '../../store/parameters.js'
import { isRedisAddress } from '../../store/redis/address.js'
import type { Added, StoreDocument, StoreStatistics } from '../../store/store.js'
import type { Context } from '../context.js'
import { inputRows } from '../input/input-rows.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import { emptyRows, row } from '../output/rows.js'
import { asUsage } from '../usage-error.js'
import { indexOptions, openStore, shownIndex } from './open-store.js'
import { checkIds, type InputDocuments, openInputs, runAmong } from './read-documents.js'
import { untilEnded } from './until-ended.js'

/** `likewise index build`: creates an index. */
export async function buildIndex(
  folder: string,
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  if (isRedisAddress(folder)) {
    await refuseExisting(folder, values.prefix, 'add to it with index add, or choose another --prefix')
    return addTo(folder, inputs, values, context, true)
  }
  return createIndex(folder, values.force === true, '--force', (temporary) =>
    addTo(temporary, inputs, values, context, true, folder),
  )
}

/** `likewise index add`: adds documents to an index. */
export function addDocuments(
  folder: string,
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  return addTo(folder, inputs, values, context, false)
}

/** @param name the folder of the index in reports, if it is created elsewhere */
async function addTo(
  folder: string,
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
  isNew: boolean,
  name = folder,
): Promise<Outcome> {
  const run = runAmong(inputs)
  await using input = await openInputs(inputs, values, context.progress, run)
  if (!isNew) checkIds(input, inputs[0]!)
  const use = isNew ? await optionsOfNew(input, values, run?.plan) : {}
  const built = name === folder ? undefined : await build(folder, input, use, values, context)
  const { added, replaced, empty, skipped, documents, stats, threshold } =
    built ?? (await addInBatches(folder, input, use, values, context, isNew))
  const report = {
    inputs,
    written: [],
    index: shownIndex(name),
    filesRead: input.filesRead,
    fields: input.fields,
    input: input.read,
    documents,
    empty,
    skipped,
    added,
    replaced,
    stored: stats.documents,
    threshold,
    ...(stats.bytes !== undefined && { bytes: stats.bytes }),
    ...processCost(),
  }
  return {
    report,
    text: () =>
      [
        row('added', `${counted(added, 'document')}${replaced === 0 ? '' : `, ${count(replaced)} replaced`}`),
        row('index', `${shownIndex(name)}, ${counted(stats.documents, 'document')}`),
        ...inputRows(input.read).map(([name, text]) => row(name, text)),
        ...emptyRows(empty),
        ...(skipped === 0 ? [] : [row('skipped', counted(skipped, 'bad record'))]),
      ].join(''),
  }
}

/** What was added to an index. */
interface Addition extends Added {
  readonly documents: number
  readonly skipped: number
  readonly stats: StoreStatistics
  readonly threshold: number
}

/** Builds an index in a folder with all cores. Returns undefined if the memory budget is too small for that. */
async function build(
  folder: string,
  { source }: InputDocuments,
  use: IndexOptions,
  values: OptionValues,
  context: Context,
): Promise<Addition | undefined> {
  const built = await buildSorted(folder, source, {
    index: { ...indexOptions(values), ...use },
    namespace: values.namespace ?? '',
    ...onAllCores(values, context),
  })
  if (built === undefined) return undefined
  return { ...built, documents: built.added, skipped: source.skipped.length + built.skipped.length }
}

/** How documents are read on all cores. */
function onAllCores(
  { workers, memory, 'on-error': onError = 'stop' }: OptionValues,
  { lifetime, progress }: Context,
): Omit<SortedOptions, 'index' | 'namespace'> {
  if (memory !== undefined) checkIndexMemory(memory)
  return {
    onError,
    ...(workers !== undefined && { workers }),
    ...(memory !== undefined && { memory }),
    onProgress(step, count) {
      if (lifetime.ended) throw new Error('the run was stopped')
      progress.count(STEPS[step], count, NOUNS[step])
    },
  }
}

const STEPS = {
  reading: 'reading documents',
  documents: 'writing documents',
  contents: 'writing sets',
  postings: 'writing postings',
} as const
const NOUNS = { reading: 'document', documents: 'document', contents: 'set', postings: 'page' } as const

async function addInBatches(
  folder: string,
  input: InputDocuments,
  use: IndexOptions,
  values: OptionValues,
  context: Context,
  isNew: boolean,
): Promise<Addition> {
  const { lifetime, progress } = context
  await using store = await openStore(folder, values, { ...use, ifMissing: isNew ? 'create' : 'refuse' })
  const { threshold } = store.parameters
  const { source } = input
  const { prefix, namespace = '' } = values
  const location = { address: folder, namespace, ...(prefix !== undefined && { prefix }) }
  const sorted = await addSorted(store, source, { ...onAllCores(values, context), location })
  if (sorted !== undefined) {
    const skipped = source.skipped.length + sorted.skipped.length
    return { ...sorted, documents: sorted.added, skipped, stats: await store.stats(), threshold }
  }
  let read = 0
  async function* documents(): AsyncGenerator<StoreDocument> {
    for await (const document of untilEnded(lifetime, input.documents(MAX_ID_BYTES))) {
      yield document
      if (++read % 1000 === 0) progress.count('adding', read, 'document')
    }
    progress.count('writing the index', read, 'document')
  }
  const added = await addWithin(values.memory, store, documents())
  const stats = await store.stats()
  return { ...added, documents: read, skipped: input.skipped, stats, threshold }
}

/** The options of a new index that were not given: its bands are chosen for its documents. */
function optionsOfNew(
  { source }: InputDocuments,
  values: OptionValues,
  plan: Plan | undefined,
): Promise<IndexOptions> {
  const options = plan === undefined ? {} : optionsOfRun(plan, values)
  return asUsage(async () => ({
    ...options,
    ...indexBands(source, { ...indexOptions(values), ...options }),
  }))
}

/** An index of the documents of a run finds what the run found, unless other options are given. */
function optionsOfRun({ threshold, recall, shingle, ...plan }: Plan, values: OptionValues): IndexOptions {
  const isBands = plan.method === 'bands'
  return {
    ...(values.threshold === undefined && { threshold: bandThreshold({ threshold, ...plan }) || threshold }),
    ...(values.recall === undefined && isBands && { recall }),
    ...(values.shingle === undefined && { shingle }),
    ...(values.seed === undefined && isBands && { seed: plan.scheme.seed }),
  }
}

/** `likewise index remove`: removes documents by id. */
export async function removeDocuments(
  folder: string,
  ids: readonly string[],
  values: OptionValues,
): Promise<Outcome> {
  await using store = await openStore(folder, values, { ifMissing: 'refuse' })
  // On the command line 7 is text; in a file it may have been a number.
  const both = ids.flatMap((id) => (String(Number(id)) === id ? [id, Number(id)] : [id]))
  const removed = await store.remove(both)
  const { documents: stored } = await store.stats()
  const report = { inputs: [], written: [], index: shownIndex(folder), removed, stored, ...processCost() }
  return {
    report,
    text: () => row('removed', `${counted(removed, 'document')}, ${count(stored)} left`),
  }
}
