import { nameMembers } from '../cluster/name-members.js'
import { type BrowserRun, browserFind, browserPlan } from '../engine/browser/browser-find.js'
import type { IdLookup } from '../engine/engine.js'
import { namePairs } from '../engine/name-pairs.js'
import { readFoundIds, readIds } from '../engine/stages/read/ids.js'
import { type RunResult, summaryOf } from '../engine/stages/run-result.js'
import { faultOf } from '../engine/stages/threads/faults.js'
import { ownBuffers } from '../engine/stages/threads/own-buffers.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import { chosenFields } from '../read/source.js'
import { foundReport } from '../report/found-report.js'
import { openSources } from './open-sources.js'
import { removeAllFiles } from './platform/files.js'
import type { CallMessage, Calls, ListName, RunArguments, WorkerAnswer } from './protocol.js'

/** The number of pairs or clusters transferred at a time. */
const PIECE = 4096

/** Lets this worker coordinate runs, one after the other. */
export function startRunWorker(scope: DedicatedWorkerGlobalScope, spawn: () => Worker): void {
  const send = (answer: WorkerAnswer, transfer: Transferable[] = []) => scope.postMessage(answer, transfer)
  const calls = new RunCalls(send, spawn)
  scope.onmessage = async ({ data: { call, name, argument } }: MessageEvent<CallMessage>) => {
    try {
      const result = await (calls[name] as (argument: unknown) => Promise<unknown>)(argument)
      send({ call, result }, Array.isArray(result) ? result.flatMap(ownBuffers) : [])
    } catch (error) {
      send({ call, fault: faultOf(error) })
    }
  }
}

class RunCalls implements Calls {
  readonly #send: (answer: WorkerAnswer) => void
  readonly #spawn: () => Worker
  readonly #prepared: Worker[] = []
  readonly #lists: AsyncIterator<readonly object[], void>[] = []
  #result: RunResult | undefined
  #explained: ExplainedPlan | undefined
  #idOf: IdLookup | undefined

  constructor(send: (answer: WorkerAnswer) => void, spawn: () => Worker) {
    this.#send = send
    this.#spawn = spawn
  }

  readonly prepare: Calls['prepare'] = async (workers) => {
    while (this.#prepared.length < workers) this.#prepared.push(this.#spawn())
  }

  readonly find: Calls['find'] = async (runArguments) => {
    const { explained, result } = await browserFind(await this.#open(runArguments))
    this.#result = result
    this.#explained = explained
    const summary = summaryOf(result)
    return {
      summary: { ...summary, skipped: summary.skipped.map(faultOf) },
      explained,
      fields: chosenFields(result.source),
      notes: result.source.notes,
    }
  }

  readonly plan: Calls['plan'] = async (runArguments) => browserPlan(await this.#open(runArguments))

  readonly list: Calls['list'] = async (name) => this.#lists.push(this.#pieces(name)) - 1

  readonly next: Calls['next'] = async (list) => {
    const { value, done } = await this.#lists[list]!.next()
    return done === true ? undefined : value
  }

  readonly ids: Calls['ids'] = async (positions) => {
    const { source, thread, locations } = this.#found
    const idOf = readIds(thread, source, locations, (want) => positions.forEach(want))
    return Array.from(positions, idOf)
  }

  readonly report: Calls['report'] = async (title) => {
    const result = this.#found
    const explained = this.#explained
    return foundReport(
      { source: result.source, result, idOf: this.#foundIds(), ...(explained && { explained }) },
      title,
    )
  }

  readonly close: Calls['close'] = async () => {
    this.#result = undefined
    this.#explained = undefined
    this.#idOf = undefined
    this.#lists.length = 0
    removeAllFiles()
  }

  async #open(runArguments: RunArguments): Promise<BrowserRun> {
    const opened = await openSources(runArguments, (opening) => this.#send({ opening }))
    return {
      ...opened,
      request: runArguments.request,
      workers: runArguments.workers,
      ...(runArguments.inlineBelow !== undefined && { inlineBelow: runArguments.inlineBelow }),
      spawn: () => this.#prepared.pop() ?? this.#spawn(),
      onProgress: (progress) => this.#send({ progress }),
    }
  }

  get #found(): RunResult {
    if (this.#result === undefined) throw new Error('the result is closed')
    return this.#result
  }

  #foundIds(): IdLookup {
    this.#idOf ??= readFoundIds(this.#found.source, this.#found)
    return this.#idOf
  }

  async *#pieces(name: ListName): AsyncGenerator<readonly object[], void> {
    const { pairs, clusters, against } = this.#found
    const ids = () => this.#foundIds()
    if (name === 'pairs') yield* inPieces(namePairs(pairs.batches(), ids, ids, against?.boundary))
    else if (name === 'clusters') {
      const idOf = ids()
      yield* inPieces(clusters, (cluster) => nameMembers(cluster, idOf))
    } else if (name === 'pairBatches') for (const batch of pairs.batches()) yield [copied(batch)]
    else for (const batch of clusters.batches()) yield [copied(batch)]
  }
}

async function* inPieces<Item, Named extends object = Item & object>(
  items: Iterable<Item> | AsyncIterable<Item>,
  nameOf: (item: Item) => Named = (item) => item as unknown as Named,
): AsyncGenerator<readonly object[], void> {
  let piece: object[] = []
  for await (const item of items) {
    piece.push(nameOf(item))
    if (piece.length < PIECE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

/** Columns in their own memory, which can be transferred. */
function copied<Columns extends object>(columns: Columns): Columns {
  const copies = Object.entries(columns).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Uint32Array || value instanceof Float64Array ? value.slice() : value,
  ])
  return Object.fromEntries(copies) as Columns
}
