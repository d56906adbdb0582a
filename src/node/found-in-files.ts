import type { ClusterColumns } from '../cluster/cluster-columns.js'
import { nameMembers } from '../cluster/name-members.js'
import type { FindSummary, IdLookup } from '../engine/engine.js'
import { namePairs } from '../engine/name-pairs.js'
import { readFoundIds, readIds } from '../engine/stages/read/ids.js'
import { summaryOf } from '../engine/stages/run-result.js'
import { InvalidOption } from '../model/errors.js'
import type { Pair, PairBatch } from '../model/pair.js'
import type { DocumentCluster } from '../model/report.js'
import type { StopSignal } from '../model/stop-signal.js'
import { stoppable } from '../model/stoppable.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import { checkUnchanged } from '../read/node-input-stamps.js'
import type { Source } from '../read/source.js'
import type { RemovedDocuments } from '../report/found-report.js'
import type { Lifetime } from '../temporary/lifetime.js'
import type { Output } from '../write/node-output.js'
import type { Written } from '../write/written.js'
import type { FoundFiles, WriteReportOptions } from './results.js'
import type { Search } from './search.js'
import type { ReportOrigin } from './write-report.js'
import { type IdsOfSide, writeClusters, writePairs } from './write-results.js'

/** The tables of a search, those that are written. */
interface FoundTables {
  readonly pairs?: Output | undefined
  readonly clusters?: Output | undefined
}

/** The result of a search of files. Pairs, clusters and ids are read from files on demand. */
export class FoundInFiles implements FoundFiles {
  summary: FindSummary
  readonly explained: ExplainedPlan
  /** What was searched, for callers within the library. */
  readonly search: Search
  #idOf: IdLookup | undefined

  /** @param more additional fields of the summary */
  constructor(search: Search, more: object = {}) {
    this.search = search
    this.explained = search.explained
    this.summary = { ...summaryOf(search.result), ...more }
  }

  pairs(): AsyncGenerator<Pair, void> {
    const { pairs, against } = this.search.result
    const ids = () => this.foundIds()
    return this.stoppable(namePairs(pairs.batches(), ids, ids, against?.boundary))
  }

  clusters(): AsyncGenerator<DocumentCluster, void> {
    return this.stoppable(this.#clusters())
  }

  pairBatches(): AsyncGenerator<PairBatch, void> {
    return this.stoppable(this.#pairBatches())
  }

  clusterBatches(): AsyncGenerator<ClusterColumns, void> {
    return this.stoppable(this.#clusterBatches())
  }

  async *#clusters(): AsyncGenerator<DocumentCluster, void> {
    const idOf = this.foundIds()
    for (const cluster of this.search.result.clusters) yield nameMembers(cluster, idOf)
  }

  async *#pairBatches(): AsyncGenerator<PairBatch, void> {
    yield* this.search.result.pairs.batches()
  }

  async *#clusterBatches(): AsyncGenerator<ClusterColumns, void> {
    yield* this.search.result.clusters.batches()
  }

  async ids(positions: Iterable<number>): Promise<IdLookup> {
    const { source, result } = this.search
    const idOf = readIds(result.thread, source, result.locations, (want) => {
      for (const position of positions) want(position)
    })
    checkUnchanged(source)
    return idOf
  }

  /** Writes the requested tables of pairs and clusters. */
  async writeTables({ pairs, clusters }: FoundTables, lifetime: Lifetime): Promise<Written[]> {
    const { source, result } = this.search
    const writing = { lifetime, collect: result.thread.collect }
    const written: Written[] = []
    if (pairs) {
      const sides = idsOfSides(source, this.foundIds())
      written.push(await writePairs(pairs, result.pairs.batches(), sides, writing, result.against))
    }
    if (clusters)
      written.push(await writeClusters(clusters, result.clusters.views(), this.foundIds(), writing))
    return written
  }

  /** @param origin what the page says about the run */
  async writeReport(
    path: string,
    { title = 'documents', signal = this.search.signal }: WriteReportOptions = {},
    origin?: ReportOrigin,
  ): Promise<void> {
    if (this.search.result.against !== undefined)
      throw new InvalidOption('against', 'given', 'no value for a report, which shows a single collection')
    signal?.throwIfAborted()
    const { memory } = this.search
    const found = { ...this.search, idOf: this.foundIds(), signal }
    const removed = await this.removedDocuments(signal)
    const { writeFoundReport } = await import('./write-report.js')
    await writeFoundReport(path, { found, removed, title, memory, ...(origin && { origin }) })
  }

  /** Ends an iteration when the signal of the search is aborted. */
  protected stoppable<Item>(items: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
    return stoppable(items, this.search.signal)
  }

  /** What a deduplication removed. */
  protected async removedDocuments(_signal: StopSignal | undefined): Promise<RemovedDocuments | undefined> {
    return undefined
  }

  async close(): Promise<void> {
    this.search.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** The ids of all documents in a pair or a cluster, read once. */
  foundIds(): IdLookup {
    this.#idOf ??= idsOfFound(this.search)
    return this.#idOf
  }
}

/** The ids of all documents that are in a pair or a cluster. */
function idsOfFound({ source, result }: Pick<Search, 'source' | 'result'>): IdLookup {
  const idOf = readFoundIds(source, result)
  checkUnchanged(source)
  return idOf
}

/** The ids of the first and of the second documents of pairs, for a table of them. */
export function idsOfSides({ idField, against }: Source, idOf: IdLookup): readonly [IdsOfSide, IdsOfSide] {
  // The second document may be of either side: if one side has an id field, the ids are not all numbers.
  return [
    { idField, idOf },
    { idField: against === undefined ? idField : (against.idField ?? idField), idOf },
  ]
}
