import { Meetings, type Query, queryAt } from './meet.js'
import { keptPrefix, type PreparedJoin } from './prepare-join.js'

/** What probes of one size can match. */
export interface Reach {
  /** The overlap that any match needs. */
  readonly least: number
  /** The first place of the index that can match, … */
  readonly first: number
  /** … and the first behind it that cannot; undefined: the place of the probe itself, for each. */
  readonly end: number | undefined
}

/** Asks the index of a prepared join. The scalar one is the law for the one in the kernel. */
export interface Prober {
  /** For each class of indexed sets the overlap that a match needs: to be filled before a probe. */
  readonly required: Uint32Array
  /** The places of the sets that the last probe found, and their overlaps with it. */
  readonly found: Uint32Array
  readonly overlaps: Uint32Array
  /** How many these are. */
  readonly count: number
  /**
   * Asks for the probes from place `from` to before `to`, which are of one size, until one of them finds indexed sets that
   * share enough elements with it: returns its place, or `to`. The first place of the reach must not be less than before.
   */
  findNext(from: number, to: number, reach: Reach): number
}

/** The probe in plain TypeScript. */
export class ScalarProber implements Prober {
  readonly required: Uint32Array
  readonly found: Uint32Array
  readonly overlaps: Uint32Array
  count = 0
  readonly #meetings: Meetings
  readonly #query: (probe: number) => Query
  /** For each rank the first entry of its list that is not too small for the probe: it only moves forward. */
  readonly #heads: Uint32Array

  constructor({ index, probes, classes, classOf, lists }: PreparedJoin) {
    this.required = new Uint32Array(classes.count)
    this.#meetings = new Meetings(index, classOf, lists, this.required)
    this.found = this.#meetings.found
    this.overlaps = this.#meetings.overlaps
    this.#query = (probe) => queryAt(probes, probe)
    this.#heads = lists.starts.slice()
  }

  /** How many indexed sets were compared with a probe, by bitmaps at least. */
  get compared(): number {
    return this.#meetings.compared
  }

  findNext(from: number, to: number, { least, first, end }: Reach): number {
    for (let place = from; place < to; place++) {
      const query = this.#query(place)
      const prefix = keptPrefix(query.end - query.start, least)
      if (prefix === 0) continue
      this.count = this.#meetings.find(query, prefix, first, end ?? place, this.#heads)
      if (this.count > 0) return place
    }
    this.count = 0
    return to
  }
}
