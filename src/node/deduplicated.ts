import { countReplaced, type Removal } from '../cluster/removal.js'
import { chooseSurvivors } from '../dedup/choose-survivors.js'
import type { KeepRequest } from '../dedup/dedup-request.js'
import { countRemoved } from '../dedup/partition.js'
import { pull } from '../dedup/pull.js'
import { removalReasons } from '../dedup/removal-reason.js'
import { SimilarityToSurvivor } from '../dedup/similarity-to-survivor.js'
import type { SourceRate } from '../dedup/source-rates.js'
import { inputRanges, walkInput } from '../dedup/walk-input.js'
import { parseLine } from '../dedup/writers.js'
import { ownSide } from '../read/sides.js'
import type { RemovedDocuments } from '../report/found-report.js'
import { survivorReason } from '../report/survivor-reason.js'
import { addKept } from './add-kept.js'
import { FoundInFiles } from './found-in-files.js'
import type { Deduplicated, DedupSummary, RemovedRecord, StoredRecord } from './results.js'
import type { Search } from './search.js'

/** What a deduplication keeps and removes. Close it when you have read it. */
export class DeduplicatedFiles extends FoundInFiles implements Deduplicated {
  declare summary: DedupSummary
  /** For each position, the document that is kept instead. */
  readonly removal: Removal
  readonly #request: KeepRequest

  constructor(search: Search, request: KeepRequest) {
    const removal = chooseSurvivors(search, request)
    const removed = countReplaced(removal.survivorOf)
    super(search, { kept: search.result.documents - removed, removed })
    this.#request = request
    this.removal = removal
  }

  /** Adds the documents that are kept to the index that they were compared with. */
  async addToIndex(): Promise<void> {
    const added = await addKept(this.search, this.removal.survivorOf)
    this.summary = { ...this.summary, added }
  }

  kept(): AsyncGenerator<StoredRecord, void> {
    const { survivorOf } = this.removal
    return pull((push) =>
      this.#visit((position, line) =>
        survivorOf[position] === position ? push(parseLine(line)) : undefined,
      ),
    )
  }

  async *removed(): AsyncGenerator<RemovedRecord, void> {
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
    const { sources } = await countRemoved(this.#request, this.search, this.removal)
    return sources ?? []
  }

  protected override async removedDocuments(): Promise<RemovedDocuments> {
    const { removal, summary } = this
    const reason = survivorReason(this.#request, this.search.result.plan)
    return { removal, kept: summary.kept, removed: summary.removed, sources: await this.sources(), reason }
  }

  async #visit(record: (position: number, line: Uint8Array) => void | Promise<void>): Promise<void> {
    const { result } = this.search
    const source = ownSide(this.search.source)
    for (const range of inputRanges(source, result.locations)) {
      await walkInput(source, result, range, { gap() {}, skipped() {}, record })
    }
  }
}
