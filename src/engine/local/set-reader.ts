import { jaccardOfSorted } from '../../distance/sorted-sets.js'
import type { KernelOptions } from '../../kernel/kernel.js'
import { RecordReader } from '../../read/node-records.js'
import type { Source } from '../../read/source.js'
import { kernelFor } from './kernels.js'
import type { RecordPlaces } from './places.js'

/** Sets that are held at a time. */
const MOST_SETS = 4096

/** Makes single sets from their lines, for the few that are asked for out of order. */
export class SetReader {
  readonly #places: RecordPlaces
  readonly #kernel: KernelOptions
  readonly #reader: RecordReader
  readonly #sets = new Map<number, Uint32Array>()

  constructor(source: Source, places: RecordPlaces, kernel: KernelOptions) {
    this.#places = places
    this.#kernel = kernel
    this.#reader = new RecordReader(source)
  }

  similarity(one: number, other: number): number {
    return jaccardOfSorted(this.set(one), this.set(other))
  }

  set(position: number): Uint32Array {
    let set = this.#sets.get(position)
    if (set === undefined) {
      const { file, start, length } = this.#place(position)
      const { sets } = kernelFor(this.#kernel).readJsonLines(this.#reader.read(file, start, length), true)
      set = sets!.elements.slice(sets!.offsets[0], sets!.offsets[1])
      if (this.#sets.size >= MOST_SETS) this.#sets.clear()
      this.#sets.set(position, set)
    }
    return set
  }

  close(): void {
    this.#reader.close()
  }

  #place(position: number) {
    return {
      file: this.#places.file(position),
      start: this.#places.start(position),
      length: this.#places.length(position),
    }
  }
}
