import { writeBandKeys } from '../band/keys.js'
import type { Kernel } from '../kernel/kernel.js'
import { loadKernel } from '../kernel/load-kernel.js'
import { InvalidValue } from '../model/errors.js'
import { copySets, setAt } from '../model/set-collection.js'
import type { Sketcher } from '../model/signatures.js'
import { sampleOf } from '../sketch/sampled-elements.js'
import { sketcherOf } from '../sketch/sketch.js'
import { wordsOf } from './byte-strings.js'
import type { IndexParameters } from './parameters.js'
import type { ByteString } from './storage.js'

/** What the index knows about a text. Texts with the same words in the same order have the same content. */
export interface Content {
  /** 96 bits of a hash of the shingles in order. */
  readonly key: ByteString
  readonly set: Uint32Array
  /** The keys of its bands, two words each. */
  readonly bands: Uint32Array
  /** The sampled shingles, ascending. */
  readonly sample: Uint32Array
}

const NONE = new Uint32Array(0)

/** The number of bytes that the kernel processes at a time: more would take more memory without being faster. */
const MAX_BYTES = 2 ** 20

const encoder = new TextEncoder()

/** A content whose sample is computed on demand, because most lookups do not need it. */
class ReadContent implements Content {
  readonly key: ByteString
  readonly set: Uint32Array
  readonly bands: Uint32Array
  readonly #parameters: IndexParameters
  #sample: Uint32Array | undefined

  constructor(key: ByteString, set: Uint32Array, bands: Uint32Array, parameters: IndexParameters) {
    this.key = key
    this.set = set
    this.bands = bands
    this.#parameters = parameters
  }

  get sample(): Uint32Array {
    const { containment, scheme } = this.#parameters
    this.#sample ??=
      containment === null ? NONE : sampleOf(this.set, { sampling: containment.sampling, seed: scheme.seed })
    return this.#sample
  }
}

/** Turns texts into contents. */
export class ContentReader {
  readonly #parameters: IndexParameters
  readonly #kernel: Kernel
  readonly #sketcher: Sketcher<Uint32Array>
  /** The buffer for the texts that are being read. */
  #bytes: Uint8Array = new Uint8Array(MAX_BYTES)

  constructor(parameters: IndexParameters) {
    const { bands, rows, scheme, shingle } = parameters
    this.#parameters = parameters
    this.#kernel = loadKernel({
      shingle,
      bands: { bands, rows, scheme },
      textFields: ['text'],
      keepSets: 'views',
    })
    this.#sketcher = sketcherOf(scheme)
  }

  read(texts: readonly string[]): Content[] {
    const contents: Content[] = []
    let offsets = [0]
    const finish = () => {
      if (offsets.length > 1) this.#readParts(new Uint32Array(offsets), contents)
      offsets = [0]
    }
    for (const text of texts) {
      checkText(text)
      let start = offsets.at(-1)!
      // A character has at most three bytes.
      if (start > 0 && start + 3 * text.length > this.#bytes.length) {
        finish()
        start = 0
      }
      this.#reserve(text)
      const { written } = encoder.encodeInto(text, start === 0 ? this.#bytes : this.#bytes.subarray(start))
      offsets.push(start + written)
    }
    finish()
    this.#release()
    return contents
  }

  /** The content of one text, whose arrays are valid only until the next call. */
  readBriefly(text: string): Content {
    checkText(text)
    this.#reserve(text)
    const { written } = encoder.encodeInto(text, this.#bytes)
    const { contents, sets, keys } = this.#kernel.readTexts(this.#bytes, Uint32Array.of(0, written))
    this.#release()
    return this.#content(wordsOf(contents, 0, 3), sets!.elements, keys)
  }

  /** The content of a stored set. */
  ofSet(key: ByteString, set: Uint32Array): Content {
    const { bands, rows, scheme } = this.#parameters
    const signature = new Uint32Array(scheme.slots)
    const keys = new Uint32Array(2 * bands)
    this.#sketcher.sketchInto(set, signature, 0)
    writeBandKeys(keys, 0, signature, 0, { bands, rows })
    return this.#content(key, set, keys)
  }

  #reserve({ length }: string): void {
    if (3 * length > this.#bytes.length) this.#bytes = new Uint8Array(3 * length)
  }

  /** Releases the memory that one very long text needed. */
  #release(): void {
    if (this.#bytes.length > 3 * MAX_BYTES) this.#bytes = new Uint8Array(MAX_BYTES)
  }

  /** Reads the texts in the buffer. */
  #readParts(offsets: Uint32Array, contents: Content[]): void {
    const keyWords = 2 * this.#parameters.bands
    const texts = offsets.length - 1
    for (let first = 0; first < texts; ) {
      const batch = this.#kernel.readTexts(this.#bytes, first === 0 ? offsets : offsets.subarray(first))
      const keys = batch.keys.slice()
      const sets = copySets(batch.sets!)
      for (let i = 0; i < batch.count; i++) {
        const key = wordsOf(batch.contents, 4 * i, 4 * i + 3)
        const bands = keys.subarray(keyWords * i, keyWords * (i + 1))
        contents.push(this.#content(key, setAt(sets, i), bands))
      }
      first += batch.count
    }
  }

  #content(key: ByteString, set: Uint32Array, bands: Uint32Array): Content {
    return new ReadContent(key, set, set.length === 0 ? NONE : bands, this.#parameters)
  }
}

function checkText(text: unknown): void {
  if (typeof text !== 'string') throw new InvalidValue('a text', text, undefined, 'a string')
}
