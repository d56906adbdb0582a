import { UnreadableInput, UnwritableOutput } from '../../model/errors.js'
import { bandThreshold, type Plan } from '../../model/plan.js'
import { count, counted } from '../../model/quantities.js'
import { indexBands } from '../../node/index-bands.js'
import { NO_INDEX } from '../../store/open-index.js'
import type { IndexOptions } from '../../store/parameters.js'
import { isRedisAddress } from '../../store/redis/address.js'
import type { StoreDocument } from '../../store/store.js'
import type { Context } from '../context.js'
import { inputRows } from '../input/input-rows.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import { emptyRows, row } from '../output/rows.js'
import { asUsage } from '../usage-error.js'
import { addWithin } from './add-within.js'
import { createIndex } from './create-index.js'
import { indexOptions, openAt, openStore, shownIndex } from './open-store.js'
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
    await refuseExisting(folder, values)
    return addTo(folder, inputs, values, context, true)
  }
  return createIndex(folder, values.force === true, (temporary) =>
    addTo(temporary, inputs, values, context, true, folder),
  )
}

/** Data on a server is never overwritten, because others might be using it. */
async function refuseExisting(index: string, values: OptionValues): Promise<void> {
  const { prefix } = values
  try {
    await using _ = await openAt(index, { ...(prefix !== undefined && { prefix }) }, { ifMissing: 'refuse' })
  } catch (error) {
    if (error instanceof UnreadableInput && error.problem === NO_INDEX) return
    throw error
  }
  throw new UnwritableOutput(
    shownIndex(index),
    'an index already exists there',
    'add to it with index add, or choose another --prefix',
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
  { lifetime, progress }: Context,
  isNew: boolean,
  name = folder,
): Promise<Outcome> {
  const run = runAmong(inputs)
  await using input = await openInputs(inputs, values, progress, run)
  if (!isNew) checkIds(input, inputs[0]!)
  const use = isNew ? await optionsOfNew(input, values, run?.plan) : {}
  await using store = await openStore(folder, values, { ...use, ifMissing: isNew ? 'create' : 'refuse' })
  let read = 0
  async function* documents(): AsyncGenerator<StoreDocument> {
    for await (const document of untilEnded(lifetime, input.documents())) {
      yield document
      if (++read % 1000 === 0) progress.count('adding', read, 'document')
    }
    progress.count('writing the index', read, 'document')
  }
  const { added, replaced, empty } = await addWithin(values.memory, store, documents())
  const { documents: total, bytes } = await store.stats()
  const report = {
    inputs,
    written: [],
    index: shownIndex(name),
    filesRead: input.filesRead,
    fields: input.fields,
    input: input.read,
    documents: read,
    empty,
    skipped: input.skipped,
    added,
    replaced,
    stored: total,
    threshold: store.parameters.threshold,
    ...(bytes !== undefined && { bytes }),
    ...processCost(),
  }
  return {
    report,
    text: () =>
      [
        row('added', `${counted(added, 'document')}${replaced === 0 ? '' : `, ${count(replaced)} replaced`}`),
        row('index', `${shownIndex(name)}, ${counted(total, 'document')}`),
        ...inputRows(input.read).map(([name, text]) => row(name, text)),
        ...emptyRows(empty),
        ...(input.skipped === 0 ? [] : [row('skipped', counted(input.skipped, 'bad record'))]),
      ].join(''),
  }
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
