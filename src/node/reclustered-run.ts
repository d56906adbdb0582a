import type { ClusterColumns } from '../cluster/cluster-columns.js'
import { nameMembers } from '../cluster/name-members.js'
import { countReplaced } from '../cluster/removal.js'
import type { IdLookup } from '../engine/engine.js'
import { namePairs } from '../engine/name-pairs.js'
import type { Reclustered as RunAtThreshold } from '../engine/node/node-recluster.js'
import type { DocumentId } from '../model/document.js'
import type { Pair, PairBatch } from '../model/pair.js'
import type { DocumentCluster } from '../model/report.js'
import type { Reclustered, ReclusterSummary } from './results.js'

/** The result of a run at another threshold, from what its run directory stores. */
export class ReclusteredRun implements Reclustered {
  readonly summary: ReclusterSummary
  readonly #found: RunAtThreshold
  readonly #survivorOf: Uint32Array
  readonly #idOf: IdLookup

  constructor(found: RunAtThreshold, survivorOf: Uint32Array) {
    this.#found = found
    this.#survivorOf = survivorOf
    this.#idOf = (position) => found.memory.at(position).id
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
    return namePairs(this.#found.pairs.batches(), () => this.#idOf)
  }

  async *clusters(): AsyncGenerator<DocumentCluster, void> {
    for (const cluster of this.#found.clusters) yield nameMembers(cluster, this.#idOf)
  }

  async *pairBatches(): AsyncGenerator<PairBatch, void> {
    yield* this.#found.pairs.batches()
  }

  async *clusterBatches(): AsyncGenerator<ClusterColumns, void> {
    if (this.#found.clusters.length > 0) yield this.#found.clusters.columns
  }

  async *removed(): AsyncGenerator<{ readonly id: DocumentId; readonly survivor: DocumentId }, void> {
    for (const [position, kept] of this.#survivorOf.entries()) {
      if (position !== kept) yield { id: this.#idOf(position), survivor: this.#idOf(kept) }
    }
  }
}
