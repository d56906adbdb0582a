import { GarbageCollector } from '../../engine/node/node-collect-garbage.js'
import type { DocumentId } from '../../model/document.js'
import { counted } from '../../model/quantities.js'
import { checkIndexMemory } from '../../node/add-within.js'
import { checkNamespace } from '../../store/check-namespace.js'
import type { Checked, Match, QueryOptions, Store, StoreDocument } from '../../store/store.js'
import { escapeControls } from '../../write/escape-controls.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import { row } from '../output/rows.js'
import { StoredList } from '../output/stored-list.js'
import { asUsage, UsageError } from '../usage-error.js'
import { openStore, shownIndex } from './open-store.js'
import { openInputs } from './read-documents.js'
import { untilEnded } from './until-ended.js'

/** The number of documents per query. With a memory budget, documents are looked up one at a time, because each may have very many candidates. */
const BATCH = 256

/** The result for one document. */
interface Result {
  readonly id: DocumentId
  readonly status?: Checked['status']
  readonly matches: readonly Match[]
}

/** `likewise index query` and `index check`: look up documents in the index. */
export async function lookUpDocuments(
  action: 'query' | 'check',
  folder: string,
  inputs: readonly string[],
  values: OptionValues,
  { lifetime, progress }: Context,
): Promise<Outcome> {
  const { threshold, similarity, ...rest } = values
  if (action === 'check' && (threshold ?? similarity) !== undefined)
    throw new UsageError(
      'index check uses the threshold of the index',
      'use index query for another threshold',
    )
  const { memory } = values
  if (memory !== undefined) checkIndexMemory(memory)
  const size = memory === undefined ? BATCH : 1
  const garbage = new GarbageCollector()
  await using input = await openInputs(inputs, values, progress)
  await using store = await openStore(folder, rest, { readOnly: true })
  await checkNamespace(store, values.namespace)
  const list = new StoredList(values.json === true ? 'json' : values.quiet === true ? 'none' : 'text')
  let documents = 0
  let pairs = 0
  let batch: StoreDocument[] = []
  const lookUpBatch = async () => {
    for (const result of await lookUp(store, action, batch, values)) {
      list.add(values.json === true ? JSON.stringify(result) : resultText(result))
      pairs += result.matches.length
    }
    documents += batch.length
    batch = []
    progress.count('looking up', documents, 'document')
    if (memory !== undefined) await garbage.collect({ bytes: memory / 16, nearBudget: memory / 2 })
  }
  try {
    for await (const document of untilEnded(lifetime, input.documents())) {
      batch.push(document)
      if (batch.length === size) await lookUpBatch()
    }
    if (batch.length > 0) await lookUpBatch()
  } catch (error) {
    list.remove()
    throw error
  }
  const report = {
    inputs,
    written: [],
    index: shownIndex(folder),
    filesRead: input.filesRead,
    fields: input.fields,
    input: input.read,
    documents,
    threshold: threshold ?? store.parameters.threshold,
    skipped: input.skipped,
    pairs,
    ...processCost(),
  }
  return { report, text: () => '', isAnswer: true, list: { key: 'results', items: list } }
}

async function lookUp(
  store: Store,
  action: 'query' | 'check',
  documents: readonly StoreDocument[],
  { threshold, similarity, limit }: OptionValues,
): Promise<Result[]> {
  const texts = documents.map(({ text }) => text)
  const limited = limit === undefined ? {} : { limit }
  if (action === 'check') {
    const checked = await store.checkMany(texts, limited)
    return checked.map(({ status, matches }, i) => ({ id: documents[i]!.id, status, matches }))
  }
  const options = {
    ...limited,
    ...(threshold !== undefined && { threshold }),
    ...(similarity !== undefined && { similarity: similarity as NonNullable<QueryOptions['similarity']> }),
  }
  const found = await asUsage(() => store.queryMany(texts, options))
  return found.map((matches, i) => ({ id: documents[i]!.id, matches }))
}

/** A line for the document, followed by one per match. */
function resultText({ id, status, matches }: Result): string {
  const lines = [
    `${escapeControls(String(id))}: ${status ?? counted(matches.length, 'match', 'matches')}\n`,
    ...matches.map((match) =>
      row(match.similarity.toFixed(4), `${escapeControls(String(match.id))} (${match.kind})`),
    ),
  ]
  return lines.join('')
}
