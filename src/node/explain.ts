import { openWorkers } from '../engine/node/node-pool.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import type { Source } from '../read/source.js'
import { removeTemporaryFolder } from '../temporary/node-leftovers.js'
import { type DocumentSource, openDocuments } from './document-source.js'
import { explainRequest, makeTemporary } from './search.js'
import { type SearchOptions, type SearchParts, splitOptions } from './search-options.js'

/**
 * The plan that `find` would follow, with its reason, the alternatives, and the time and memory it is expected to take.
 *
 * @example
 * const { plan, reason, predicted } = await explain('news/*.jsonl', { threshold: 0.8 })
 */
export async function explain(source: DocumentSource, options: SearchOptions = {}): Promise<ExplainedPlan> {
  return (await explainSource(source, splitOptions(options))).explained
}

/** The plan, and the source as it was opened; it is closed again. */
export async function explainSource(
  documents: DocumentSource,
  { request, reading, running, memory }: SearchParts,
): Promise<{ readonly explained: ExplainedPlan; readonly source: Source }> {
  const budget = memory === undefined ? {} : { memory }
  const temporary = makeTemporary(reading.temporary)
  try {
    const source = await openDocuments(documents, { ...reading, temporary }, { fields: [], ...budget })
    // One worker is this thread: a plan alone is not worth others.
    const run = openWorkers(source, { ...budget, workers: 1 })
    try {
      return { explained: await explainRequest(source, { request, reading, running }, run), source }
    } finally {
      await run.workers.close()
    }
  } finally {
    removeTemporaryFolder(temporary)
  }
}
