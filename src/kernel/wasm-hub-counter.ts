import type { HubCounter } from '../join/hub-counter.js'
import type { HubTables } from '../join/hub-tables.js'
import { after, WasmArena } from './wasm-arena.js'

/** The export of kernel/index.ts that counts overlaps with hubs. */
interface HubExports {
  countHubs(tables: number, set: number, size: number): number
}

/** The number of words of the tables in kernel/hubs.ts. */
const TABLE_WORDS = 14

/** Counts the overlaps of sets with hubs in WebAssembly. */
export class WasmHubCounter implements HubCounter {
  readonly #arena = new WasmArena<HubExports>()
  readonly #tables: number
  readonly #hubs: number
  readonly #overlapsAt: number
  readonly #set: number
  #words: Uint32Array
  overlaps: Int32Array

  constructor(tables: HubTables) {
    const { hubs, listed, starts, common, elementsOf, commonElements, lackedOfCommon, entries, shift } =
      tables
    this.#hubs = hubs
    this.#tables = this.#arena.start
    let end = after(this.#tables, 4 * TABLE_WORDS)
    const take = (words: number) => {
      const at = end
      end = after(at, 4 * words)
      return at
    }
    const columns = [listed, starts, elementsOf, lackedOfCommon, entries] as const
    const [listedAt, startsAt, elementsOfAt, lackedAt, entriesAt] = columns.map(({ length }) =>
      take(length),
    ) as [number, number, number, number, number]
    const counts = take(elementsOf.length)
    // One element more, because it is written before it is known to belong there.
    const touchedCommon = take(common + 1)
    const touchedOthers = take(elementsOf.length - common + 1)
    this.#overlapsAt = take(hubs)
    this.#set = end
    const memory = this.#arena.reach(end)
    this.#words = new Uint32Array(memory)
    this.overlaps = new Int32Array(memory, this.#overlapsAt, hubs)
    this.#words.set(listed, listedAt >> 2)
    this.#words.set(starts, startsAt >> 2)
    this.#words.set(elementsOf, elementsOfAt >> 2)
    this.#words.set(lackedOfCommon, lackedAt >> 2)
    this.#words.set(entries, entriesAt >> 2)
    this.#words.set(
      [
        ...[hubs, listedAt, startsAt, common, elementsOfAt, commonElements, lackedAt, entriesAt, shift],
        ...[entries.length / 2 - 1, counts, touchedCommon, touchedOthers, this.#overlapsAt],
      ],
      this.#tables >> 2,
    )
  }

  count(set: Uint32Array): boolean {
    const memory = this.#arena.reach(after(this.#set, 4 * set.length))
    if (memory !== this.#words.buffer) {
      this.#words = new Uint32Array(memory)
      this.overlaps = new Int32Array(memory, this.#overlapsAt, this.#hubs)
    }
    this.#words.set(set, this.#set >> 2)
    return this.#arena.exports.countHubs(this.#tables, this.#set, set.length) !== 0
  }
}
