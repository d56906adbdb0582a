import { countBelow } from '../../model/count-below.js'

/** Ids of documents, as JSON in UTF-8, because many strings would not fit in memory. */
export class FoundIds {
  /** The first position of each part. */
  readonly #firsts: number[] = []
  readonly #parts: {
    readonly positions: Uint32Array
    readonly ends: Uint32Array
    readonly json: Uint8Array
  }[] = []
  readonly #decoder = new TextDecoder()

  /**
   * Adds ids after those of all earlier positions.
   *
   * @param positions ascending, at least one
   * @param sizes the number of bytes of each id
   * @param json one id after another
   */
  add(positions: Uint32Array, sizes: Uint32Array, json: Uint8Array): void {
    const ends = sizes.slice()
    for (let i = 1; i < ends.length; i++) ends[i]! += ends[i - 1]!
    this.#firsts.push(positions[0]!)
    this.#parts.push({ positions, ends, json })
  }

  get(position: number): string | number | undefined {
    const part = this.#parts[countBelow(this.#firsts, position + 1) - 1]
    if (part === undefined) return undefined
    const at = countBelow(part.positions, position)
    if (part.positions[at] !== position) return undefined
    return JSON.parse(this.#decoder.decode(part.json.subarray(part.ends[at - 1] ?? 0, part.ends[at])))
  }
}
