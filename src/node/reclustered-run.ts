import type { ClusterColumns } from '../cluster/cluster-columns.js'
import { nameMembers } from '../cluster/name-members.js'
import { countReplaced } from '../cluster/removal.js'
import type { IdLookup } from '../engine/engine.js'
import { namePairs } from '../engine/name-pairs.js'
import type { Reclustered as RunAtThreshold } from '../engine/node/node-recluster.js'
import type { DocumentId } from '../model/document.js'
import type { Pair, PairBatch } from '../model/pair.js'
import type { DocumentCluster } from '../model/report.js'
import type { StopSignal } from '../model/stop-signal.js'
import { stoppable } from '../model/stoppable.js'
import type { Reclustered, ReclusterSummary } from './results.js'

/** A document that would be removed, and the one that would be kept instead. */
interface ReclusteredRemoval {
  readonly id: DocumentId
  readonly survivor: DocumentId
}

/** The result of a run at another threshold, from what its run directory stores. */
export class ReclusteredRun implements Reclustered {
  readonly summary: ReclusterSummary
  #content: { readonly found: RunAtThreshold; readonly survivorOf: Uint32Array } | undefined

  readonly #signal: StopSignal | undefined

  /** @param signal ends iterations */
  constructor(found: RunAtThreshold, survivorOf: Uint32Array, signal?: StopSignal) {
    this.#signal = signal
    this.#content = { found, survivorOf }
    const { plan, threshold, documents, empty, identical, equal, pairsOmitted, guaranteed } = found
    const removed = countReplaced(survivorOf)
    this.summary = {
      plan,
      threshold,
      documents,
      empty,
      identical,
      equal,
      pairs: found.pairs.count,
      pairsOmitted,
      clusters: found.clusters.length,
      kept: documents - removed,
      removed,
      recall: { requested: plan.recall, guaranteed },
    }
  }

  pairs(): AsyncGenerator<Pair, void> {
    const { found, idOf } = this.#open()
    return stoppable(
      namePairs(found.pairs.batches(), () => idOf),
      this.#signal,
    )
  }

  clusters(): AsyncGenerator<DocumentCluster, void> {
    return stoppable(this.#clusters(), this.#signal)
  }

  pairBatches(): AsyncGenerator<PairBatch, void> {
    return stoppable(this.#pairBatches(), this.#signal)
  }

  clusterBatches(): AsyncGenerator<ClusterColumns, void> {
    return stoppable(this.#clusterBatches(), this.#signal)
  }

  removed(): AsyncGenerator<ReclusteredRemoval, void> {
    return stoppable(this.#removed(), this.#signal)
  }

  async *#clusters(): AsyncGenerator<DocumentCluster, void> {
    const { found, idOf } = this.#open()
    for (const cluster of found.clusters) yield nameMembers(cluster, idOf)
  }

  async *#pairBatches(): AsyncGenerator<PairBatch, void> {
    yield* this.#open().found.pairs.batches()
  }

  async *#clusterBatches(): AsyncGenerator<ClusterColumns, void> {
    yield* this.#open().found.clusters.batches()
  }

  async ids(): Promise<IdLookup> {
    return this.#open().idOf
  }

  async *#removed(): AsyncGenerator<ReclusteredRemoval, void> {
    const { survivorOf, idOf } = this.#open()
    for (const [position, kept] of survivorOf.entries()) {
      if (position !== kept) yield { id: idOf(position), survivor: idOf(kept) }
    }
  }

  async close(): Promise<void> {
    this.#content = undefined
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #open() {
    if (this.#content === undefined) throw new Error('the result is closed')
    const { found, survivorOf } = this.#content
    const idOf: IdLookup = (position) => found.memory.at(position).id
    return { found, survivorOf, idOf }
  }
}
