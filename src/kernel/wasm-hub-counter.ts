import type { HubCounter } from '../join/hub-counter.js'
import type { HubTables } from '../join/hub-tables.js'
import { after, Locations, WasmArena } from './wasm-arena.js'

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
    const all = new Locations(this.#arena.start)
    this.#tables = all.take(4 * TABLE_WORDS)
    const columns = [listed, starts, elementsOf, lackedOfCommon, entries].map((words) => ({
      words,
      at: all.take(4 * words.length),
    }))
    const [listedAt, startsAt, elementsOfAt, lackedAt, entriesAt] = columns.map(({ at }) => at)
    const counts = all.take(4 * elementsOf.length)
    // One class more, because a class is written before it is known to belong there.
    const touchedCommon = all.take(4 * (common + 1))
    const touchedOthers = all.take(4 * (elementsOf.length - common + 1))
    this.#overlapsAt = all.take(4 * hubs)
    this.#set = all.end
    const memory = this.#arena.reach(all.end)
    this.#words = new Uint32Array(memory)
    this.overlaps = new Int32Array(memory, this.#overlapsAt, hubs)
    for (const { words, at } of columns) this.#words.set(words, at >> 2)
    this.#words.set(
      [
        ...[hubs, listedAt!, startsAt!, common, elementsOfAt!, commonElements, lackedAt!, entriesAt!, shift],
        ...[entries.length / 2 - 1, counts, touchedCommon, touchedOthers, this.#overlapsAt],
      ],
      this.#tables >> 2,
    )
  }

  count(set: Uint32Array): boolean {
    // V8 copies shared memory byte by byte unless source and target are equal modulo 8.
    const at = this.#set + (set.byteOffset & 4)
    const memory = this.#arena.reach(after(at, 4 * set.length))
    if (memory !== this.#words.buffer) {
      this.#words = new Uint32Array(memory)
      this.overlaps = new Int32Array(memory, this.#overlapsAt, this.#hubs)
    }
    this.#words.set(set, at >> 2)
    return this.#arena.exports.countHubs(this.#tables, at, set.length) !== 0
  }
}
