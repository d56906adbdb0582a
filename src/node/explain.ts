import { openWorkers } from '../engine/node/node-pool.js'
import type { Inputs } from '../engine/ports.js'
import { LineCounter } from '../engine/stages/read/line-counter.js'
import type { BadInSample } from '../engine/stages/read/sample-task.js'
import { BadRecord } from '../model/errors.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import { BadRecords } from '../read/bad-records.js'
import type { Source } from '../read/source.js'
import { removeTemporaryFolder } from '../temporary/node-leftovers.js'
import type { DocumentSource } from './document-source.js'
import { earlierRunOf, explainRequest, makeTemporary, openIndexOf, openSides } from './search.js'
import { type SearchOptions, type SearchParts, splitOptions } from './search-options.js'

/**
 * Returns the plan that `find` would follow, with its reason, the alternatives, and the predicted time and memory.
 *
 * @example
 * const { plan, reason, predicted } = await explain('news/*.jsonl', { threshold: 0.8 })
 */
export async function explain(source: DocumentSource, options: SearchOptions = {}): Promise<ExplainedPlan> {
  return (await explainSource(source, splitOptions(options))).explained
}

/**
 * Returns the plan, and the source that was opened for it, which is closed again. A bad record of the sample stops it, or is skipped.
 *
 * @internal
 */
export async function explainSource(
  documents: DocumentSource,
  parts: SearchParts,
): Promise<{
  readonly explained: ExplainedPlan
  readonly source: Source
  readonly skipped: readonly BadRecord[]
}> {
  const { request, reading, running, memory } = parts
  const budget = memory === undefined ? {} : { memory }
  const { signal } = running
  signal?.throwIfAborted()
  const temporary = makeTemporary(reading.temporary)
  try {
    const side = await openIndexOf(parts, false)
    const index = side?.index
    const earlierRun = earlierRunOf(parts, index)
    const source = await openSides(documents, parts, temporary, { fields: [] }, earlierRun, index)
    // One worker means this thread: planning alone does not justify others.
    const run = await openWorkers(source, { ...budget, workers: 1 })
    signal?.throwIfAborted()
    try {
      const bad = new BadRecords(reading.onError ?? 'stop')
      const lines = new LinesOfBytes(run.workers.thread.inputs, source)
      try {
        const explained = await explainRequest(source, { request, reading, running }, run, {
          ...(earlierRun && { earlierRun }),
          ...(index && { index }),
          onBad(record) {
            const { name } = source.files[record.file]!
            bad.add(new BadRecord(name, lines.lineOf(record), record.problem))
          },
        })
        return { explained, source, skipped: [...source.skipped, ...bad.list] }
      } finally {
        lines.close()
      }
    } finally {
      await run.workers.close()
      await side?.close()
    }
  } finally {
    removeTemporaryFolder(temporary)
  }
}

/** The line numbers of records that arrive file by file, in order; each file is read once. */
class LinesOfBytes {
  readonly #inputs: Inputs
  readonly #source: Source
  #file = -1
  #counter: LineCounter | undefined

  constructor(inputs: Inputs, source: Source) {
    this.#inputs = inputs
    this.#source = source
  }

  lineOf({ file, start }: BadInSample): number {
    if (file !== this.#file) {
      this.close()
      this.#file = file
      this.#counter = new LineCounter(this.#inputs, this.#source.files[file]!)
    }
    return this.#counter!.lineAt(start)
  }

  close(): void {
    this.#counter?.close()
  }
}
