import { writeBandKeys } from '../band/keys.js'
import type { Kernel } from '../kernel/kernel.js'
import { loadKernel } from '../kernel/load-kernel.js'
import { InvalidValue } from '../model/errors.js'
import { setAt } from '../model/set-collection.js'
import type { Sketcher } from '../model/signatures.js'
import { sketcherOf } from '../sketch/sketch.js'
import { wordsOf } from './byte-strings.js'
import { sampleOf } from './containment.js'
import { bandBucket } from './keys.js'
import type { IndexParameters } from './parameters.js'
import type { ByteString } from './storage.js'

/** What the index knows of a text. Texts of the same words in the same order have the same content. */
export interface Content {
  /** 96 bits of a hash of the shingles in order. */
  readonly key: ByteString
  readonly set: Uint32Array
  /** The buckets that it is in: one for each band. */
  readonly bands: readonly ByteString[]
  /** The sampled shingles, rising: it is in the bucket of each. */
  readonly sample: Uint32Array
}

/** Texts and bytes that go through the kernel at once: beyond this, more memory would be laid out for no more speed. */
const MAX_BYTES = 2 ** 20

const encoder = new TextEncoder()

/** Turns texts into contents. */
export class ContentReader {
  readonly #parameters: IndexParameters
  readonly #kernel: Kernel
  readonly #sketcher: Sketcher<Uint32Array>

  constructor(parameters: IndexParameters) {
    const { bands, rows, scheme, shingle } = parameters
    this.#parameters = parameters
    this.#kernel = loadKernel({
      shingle,
      bands: { bands, rows, scheme },
      textFields: ['text'],
      keepSets: true,
    })
    this.#sketcher = sketcherOf(scheme)
  }

  read(texts: readonly string[]): Content[] {
    const contents: Content[] = []
    let parts: Uint8Array[] = []
    let size = 0
    for (const text of texts) {
      if (typeof text !== 'string') throw new InvalidValue('a text', text, undefined, 'a string')
      const part = encoder.encode(text)
      if (size > 0 && size + part.length > MAX_BYTES) {
        this.#readParts(parts, size, contents)
        parts = []
        size = 0
      }
      parts.push(part)
      size += part.length
    }
    if (parts.length > 0) this.#readParts(parts, size, contents)
    return contents
  }

  /** The content of a stored set. */
  ofSet(key: ByteString, set: Uint32Array): Content {
    const { bands, rows, scheme } = this.#parameters
    const signature = new Uint32Array(scheme.slots)
    const keys = new Uint32Array(2 * bands)
    this.#sketcher.sketchInto(set, signature, 0)
    writeBandKeys(keys, 0, signature, 0, { bands, rows })
    return this.#content(key, set, keys, 0)
  }

  #readParts(parts: readonly Uint8Array[], size: number, contents: Content[]): void {
    const bytes = new Uint8Array(size)
    const offsets = new Uint32Array(parts.length + 1)
    parts.forEach((part, i) => {
      bytes.set(part, offsets[i]!)
      offsets[i + 1] = offsets[i]! + part.length
    })
    for (let first = 0; first < parts.length; ) {
      const batch = this.#kernel.readTexts(bytes, offsets.subarray(first))
      for (let i = 0; i < batch.count; i++) {
        const key = wordsOf(batch.contents, 4 * i, 4 * i + 3)
        contents.push(
          this.#content(key, setAt(batch.sets!, i).slice(), batch.keys, 2 * this.#parameters.bands * i),
        )
      }
      first += batch.count
    }
  }

  #content(key: ByteString, set: Uint32Array, keys: Uint32Array, at: number): Content {
    const { bands, containment, scheme } = this.#parameters
    if (set.length === 0) return { key, set, bands: [], sample: set }
    const sample = containment === null ? new Uint32Array(0) : sampleOf(set, containment, scheme.seed)
    return {
      key,
      set,
      bands: Array.from({ length: bands }, (_, band) => bandBucket(keys, at + 2 * band)),
      sample,
    }
  }
}
