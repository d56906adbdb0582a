import { OverlapFinder, type Query, queryAt } from './overlap-finder.js'
import { keptPrefix, type PreparedJoin } from './prepare-join.js'

/** What probes of one size can match. */
export interface Reach {
  /** The minimum overlap of any match. */
  readonly minOverlap: number
  /** The first position of the index that can match, … */
  readonly first: number
  /** … and the first after it that cannot; undefined: the position of the probe itself, for each probe. */
  readonly end: number | undefined
}

/** Searches the index of a prepared join. The scalar implementation is the reference for the one in the kernel. */
export interface Prober {
  /** For each class of indexed sets, the overlap that a match needs; must be filled in before a probe. */
  readonly required: Uint32Array
  /** The positions of the sets that the last probe found, and their overlaps with it. */
  readonly found: Uint32Array
  readonly overlaps: Uint32Array
  /** The number of sets found. */
  readonly count: number
  /**
   * Searches with the probes from position `from` up to, but not including, `to`, which have the same size, until one of them finds indexed
   * sets that share enough elements with it. Returns its position, or `to`. The first position of the reach must not decrease between calls.
   */
  findNext(from: number, to: number, reach: Reach): number
}

/** The probe in plain TypeScript. */
export class ScalarProber implements Prober {
  readonly required: Uint32Array
  readonly found: Uint32Array
  readonly overlaps: Uint32Array
  count = 0
  readonly #finder: OverlapFinder
  readonly #query: (probe: number) => Query
  /** For each rank, the first entry of its list that is not too small for the probe; it only moves forward. */
  readonly #heads: Uint32Array

  constructor({ index, probes, classes, classOf, lists }: PreparedJoin) {
    this.required = new Uint32Array(classes.count)
    this.#finder = new OverlapFinder(index, classOf, lists, this.required)
    this.found = this.#finder.found
    this.overlaps = this.#finder.overlaps
    this.#query = (probe) => queryAt(probes, probe)
    this.#heads = lists.starts.slice()
  }

  /** The number of indexed sets compared with a probe, at least by bitmaps. */
  get compared(): number {
    return this.#finder.compared
  }

  findNext(from: number, to: number, { minOverlap, first, end }: Reach): number {
    for (let position = from; position < to; position++) {
      const query = this.#query(position)
      const prefix = keptPrefix(query.end - query.start, minOverlap)
      if (prefix === 0) continue
      this.count = this.#finder.find(query, prefix, first, end ?? position, this.#heads)
      if (this.count > 0) return position
    }
    this.count = 0
    return to
  }
}
