import { Meetings, type Query, queryAt } from './meet.js'
import type { PreparedJoin } from './prepare-join.js'

/** Asks the index of a prepared join. The scalar one is the law for the one in the kernel. */
export interface Prober {
  /** For each class of indexed sets the overlap that a match needs: to be filled before a probe. */
  readonly required: Uint32Array
  /** The places of the sets that the last probe found, and their overlaps with it. */
  readonly found: Uint32Array
  readonly overlaps: Uint32Array
  /**
   * Finds the indexed sets from place `from` to before `end` that share enough elements with the probe; returns their
   * number. `from` must not be less than that of the probe before.
   *
   * @param probe the place of the probe
   * @param prefix how many of its leading elements are looked up
   */
  probe(probe: number, prefix: number, from: number, end: number): number
}

/** The probe in plain TypeScript. */
export class ScalarProber implements Prober {
  readonly required: Uint32Array
  readonly found: Uint32Array
  readonly overlaps: Uint32Array
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

  probe(probe: number, prefix: number, from: number, end: number): number {
    return this.#meetings.find(this.#query(probe), prefix, from, end, this.#heads)
  }
}
