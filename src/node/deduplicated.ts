import { countReplaced, type Removal } from '../cluster/removal.js'
import { chooseSurvivors } from '../dedup/choose-survivors.js'
import { type Decisions, keepDecided } from '../dedup/decisions.js'
import type { DedupRequest, KeepRequest } from '../dedup/dedup-request.js'
import { openSources } from '../dedup/document-source.js'
import { locateDecisions } from '../dedup/locate-decisions.js'
import { countRemoved, partition } from '../dedup/partition.js'
import type { PartitionCounts } from '../dedup/partition-counter.js'
import { pull } from '../dedup/pull.js'
import { removalReasons } from '../dedup/removal-reason.js'
import { SimilarityToSurvivor } from '../dedup/similarity-to-survivor.js'
import type { SourceRate } from '../dedup/source-rates.js'
import { inputRanges, walkInput } from '../dedup/walk-input.js'
import { parseLine } from '../dedup/writers.js'
import type { StopSignal } from '../model/stop-signal.js'
import { checkUnchanged } from '../read/node-input-stamps.js'
import { ownSide } from '../read/sides.js'
import type { RemovedDocuments } from '../report/found-report.js'
import { survivorReason } from '../report/survivor-reason.js'
import type { Added } from '../store/store.js'
import type { Lifetime } from '../temporary/lifetime.js'
import { addKept } from './add-kept.js'
import { FoundInFiles } from './found-in-files.js'
import type { Deduplicated, DedupSummary, RemovedRecord, StoredRecord } from './results.js'
import type { Search } from './search.js'

/** What a deduplication keeps and removes. Close it when you have read it. */
export class DeduplicatedFiles extends FoundInFiles implements Deduplicated {
  declare summary: DedupSummary
  /** For each position, the document that is kept instead. */
  readonly removal: Removal
  /** Ids in the decisions that no document has. */
  readonly unknownIds: readonly string[]
  readonly #request: KeepRequest
  readonly #decisions: Decisions | undefined
  #counts: PartitionCounts | undefined

  /** @param decisions of a person, which override the policy */
  constructor(search: Search, request: KeepRequest, decisions?: Decisions) {
    super(search)
    const { removal, unknown } = this.#choose(request, decisions)
    const removed = countReplaced(removal.survivorOf)
    this.summary = { ...this.summary, kept: search.result.documents - removed, removed }
    this.#request = request
    this.#decisions = decisions
    this.removal = removal
    this.unknownIds = unknown
  }

  #choose(request: KeepRequest, decisions: Decisions | undefined) {
    const { search } = this
    if (decisions === undefined) return { removal: chooseSurvivors(search, request), unknown: [] }
    const { decisions: located, unknown } = locateDecisions(search, decisions, this.foundIds())
    const removal = chooseSurvivors(search, request, located)
    const sources = openSources(search, request.source)
    try {
      return { removal: keepDecided(removal, located, sources.sourceAt), unknown }
    } finally {
      sources.close()
    }
  }

  /** Writes kept and removed documents, and the manifest; returns how many there are, and the file of originals if there is one. */
  async writeFiles(
    request: DedupRequest,
    lifetime: Lifetime,
    onDocuments?: (documents: number) => void,
  ): ReturnType<typeof partition> {
    const hooks = { lifetime, onDocuments }
    const written = await partition(request, this.search, this.removal, this.foundIds(), hooks)
    this.#counts = written.counts
    return written
  }

  /** Adds the documents that are kept to the index that they were compared with. */
  async addToIndex(onAdded?: (documents: number) => void): Promise<Added> {
    const added = await addKept(this.search, this.removal.survivorOf, onAdded)
    this.summary = { ...this.summary, added }
    return added
  }

  /** The number of kept and removed documents, in total and by source. Reads the documents again, unless they were written. */
  async counts(signal: StopSignal | undefined = this.search.signal): Promise<PartitionCounts> {
    this.#counts ??= await countRemoved(this.#request, { ...this.search, signal }, this.removal)
    checkUnchanged(this.search.source)
    return this.#counts
  }

  kept(): AsyncGenerator<StoredRecord, void> {
    const { survivorOf } = this.removal
    const kept = pull<StoredRecord>((push) =>
      this.#visit((position, line) =>
        survivorOf[position] === position ? push(parseLine(line)) : undefined,
      ),
    )
    return this.stoppable(kept)
  }

  removed(): AsyncGenerator<RemovedRecord, void> {
    return this.stoppable(this.#removed())
  }

  async *#removed(): AsyncGenerator<RemovedRecord, void> {
    const { source, result } = this.search
    const idOf = this.foundIds()
    const { survivorOf, similarity } = this.removal
    const similarities = new SimilarityToSurvivor(source, result, similarity)
    const reasonOf = removalReasons(result)
    try {
      yield* pull<RemovedRecord>((push) =>
        this.#visit((position, line) => {
          const survivor = survivorOf[position]!
          if (survivor === position) return undefined
          return push({
            position,
            id: idOf(position),
            survivor: idOf(survivor),
            similarity: similarities.of(position, survivor, line),
            reason: reasonOf(position, survivor),
            ...(survivor >= survivorOf.length && { against: true as const }),
            document: parseLine(line),
          })
        }),
      )
    } finally {
      similarities.close()
    }
  }

  async sources(): Promise<readonly SourceRate[]> {
    return (await this.counts()).sources ?? []
  }

  protected override async removedDocuments(signal: StopSignal | undefined): Promise<RemovedDocuments> {
    const reason = survivorReason(this.#request, this.search.result.plan)
    const saved = this.#decisions?.saved ?? []
    return {
      ...(await this.counts(signal)),
      removal: this.removal,
      reason,
      ...(saved.length > 0 && { decisions: saved }),
    }
  }

  async #visit(record: (position: number, line: Uint8Array) => void | Promise<void>): Promise<void> {
    const { result, signal } = this.search
    const source = ownSide(this.search.source)
    for (const range of inputRanges(source, result.locations)) {
      await walkInput(source, result, range, { gap() {}, skipped() {}, record }, signal)
    }
  }
}
