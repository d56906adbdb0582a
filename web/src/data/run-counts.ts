const MAX_COUNT = 2 ** 16 - 1

/**
 * Counts in how many texts and clusters each run of words occurs. It is a hash table with open addressing in a few typed arrays, because
 * the texts of a full report have more than a million runs.
 */
export class RunCounts {
  /** The number of words in a run. */
  readonly #length: number
  readonly #mask: number
  /** A second hash of the run in each slot, which tells it from others; 0: the slot is free. */
  readonly #keys: Uint32Array
  readonly #texts: Uint16Array
  readonly #clusters: Uint16Array
  readonly #lastText: Uint32Array
  #clusterOfText: number[] = []

  /**
   * @param length the number of words in a run
   * @param max the maximum number of different runs
   */
  constructor(length: number, max: number) {
    this.#length = length
    const slots = 2 ** Math.ceil(Math.log2(Math.max(1.5 * max, 1024)))
    this.#mask = slots - 1
    this.#keys = new Uint32Array(slots)
    this.#texts = new Uint16Array(slots)
    this.#clusters = new Uint16Array(slots)
    this.#lastText = new Uint32Array(slots)
  }

  /**
   * Adds the runs of a text. The texts of a cluster follow each other.
   *
   * @param words the hashes of its words
   * @param cluster below 0: none
   */
  add(words: Uint32Array, cluster: number): void {
    const text = this.#clusterOfText.push(cluster) - 1
    for (let at = 0; at + this.#length <= words.length; at++) {
      const slot = this.#find(words, at)
      const isNew = this.#texts[slot] === 0
      // A text with a run twice counts once.
      if (!isNew && this.#lastText[slot] === text) continue
      const isNewCluster = cluster >= 0 && (isNew || this.#clusterOfText[this.#lastText[slot]!] !== cluster)
      this.#lastText[slot] = text
      this.#texts[slot] = Math.min(this.#texts[slot]! + 1, MAX_COUNT)
      if (isNewCluster) this.#clusters[slot] = Math.min(this.#clusters[slot]! + 1, MAX_COUNT)
    }
  }

  /**
   * Tests whether the run at a position is one of the `count` that occur in the most clusters, then in the most texts. Of those that occur
   * equally often, the ones that are tested first pass.
   */
  mostFrequent(minTexts: number, count: number): (words: Uint32Array, at: number) => boolean {
    const ranks = this.#texts.reduce((sum, texts) => sum + (texts >= minTexts ? 1 : 0), 0)
    const sorted = new Float64Array(ranks)
    let filled = 0
    for (let slot = 0; slot < this.#texts.length; slot++)
      if (this.#texts[slot]! >= minTexts) sorted[filled++] = this.#rankOf(slot)
    sorted.sort()
    const limit = sorted[Math.max(ranks - count, 0)] ?? Number.POSITIVE_INFINITY
    const passed = new Set<number>()
    return (words, at) => {
      const slot = this.#find(words, at)
      if (this.#texts[slot]! < minTexts) return false
      const rank = this.#rankOf(slot)
      if (rank !== limit) return rank > limit
      if (passed.size < count) passed.add(slot)
      return passed.has(slot)
    }
  }

  #rankOf(slot: number): number {
    return this.#clusters[slot]! * (MAX_COUNT + 1) + this.#texts[slot]!
  }

  /** The slot of a run, or a free one for it. */
  #find(words: Uint32Array, at: number): number {
    let [hash, key] = [0, 0]
    for (let i = at; i < at + this.#length; i++) {
      hash = Math.imul(hash ^ words[i]!, 0x9e3779b1)
      hash ^= hash >>> 15
      key = Math.imul(key + words[i]!, 0x85ebca6b)
      key ^= key >>> 13
    }
    const wanted = key >>> 0 || 1
    let slot = hash & this.#mask
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== wanted) slot = (slot + 1) & this.#mask
    this.#keys[slot] = wanted
    return slot
  }
}
