/** A piece of a zstd frame. */
export interface FramePiece {
  readonly bytes: Uint8Array
  /** Whether the frame ends with it. */
  readonly isEnd: boolean
  /** The checksum of the uncompressed data, at the end of a frame that has one. */
  readonly checksum: number | undefined
}

type State =
  | 'magic'
  | 'descriptor'
  | 'window'
  | 'dictionary'
  | 'content size'
  | 'block header'
  | 'block'
  | 'checksum'
  | 'size'
  | 'user data'
  | 'lost'

const DICTIONARY_ID_BYTES = [0, 1, 2, 4]
const CONTENT_SIZE_BYTES = [0, 2, 4, 8]

/**
 * Splits zstd data into pieces of at most one block by the headers alone (RFC 8878, section 3), and finds the window and the checksum of
 * each frame. Anything it cannot parse is passed on unchanged, for the decoder to reject.
 */
export class ZstdFrames {
  #state: State = 'magic'
  /** The number of bytes still needed in this state, and the little-endian number made by those before. */
  #needed = 4
  #value = 0
  #scale = 1
  #hasChecksum = false
  #isSingleSegment = false
  #dictionaryBytes = 0
  #sizeBytes = 0
  #windowBytes = 0
  #isLast = false

  /** The number of bytes that a decoder must remember for the current frame. */
  get windowBytes(): number {
    return this.#windowBytes
  }

  /** Whether the data may end here. */
  get isWhole(): boolean {
    return this.#state === 'magic' && this.#needed === 4
  }

  *push(chunk: Uint8Array): Generator<FramePiece> {
    let from = 0
    for (let at = 0; at < chunk.length && this.#state !== 'lost'; ) {
      if (this.#state === 'dictionary' || this.#state === 'block' || this.#state === 'user data') {
        const count = Math.min(this.#needed, chunk.length - at)
        at += count
        this.#needed -= count
      } else {
        this.#value += chunk[at++]! * this.#scale
        this.#scale *= 256
        this.#needed--
      }
      while (this.#needed === 0) {
        const { ended, checksum } = this.#next()
        if (ended === undefined) continue
        yield { bytes: chunk.subarray(from, at), isEnd: ended === 'frame', checksum }
        from = at
      }
    }
    if (from < chunk.length) yield { bytes: chunk.subarray(from), isEnd: false, checksum: undefined }
  }

  /** Moves to the next state, and returns whether a block or a frame has ended. */
  #next(): { ended?: 'block' | 'frame'; checksum: number | undefined } {
    const state = this.#state
    const value = this.#value
    if (state === 'magic') {
      if (value === 0xfd2fb528) this.#expect('descriptor', 1)
      else if (Math.floor(value / 16) === 0x184d2a5) this.#expect('size', 4)
      else this.#expect('lost', Number.POSITIVE_INFINITY)
    } else if (state === 'descriptor') {
      this.#isSingleSegment = (value & 0x20) !== 0
      const sizeFlag = value >> 6
      this.#sizeBytes = sizeFlag === 0 && this.#isSingleSegment ? 1 : CONTENT_SIZE_BYTES[sizeFlag]!
      this.#hasChecksum = (value & 4) !== 0
      this.#dictionaryBytes = DICTIONARY_ID_BYTES[value & 3]!
      if (this.#isSingleSegment) this.#expect('dictionary', this.#dictionaryBytes)
      else this.#expect('window', 1)
    } else if (state === 'window') {
      const base = 2 ** (10 + (value >> 3))
      this.#windowBytes = base + (base / 8) * (value & 7)
      this.#expect('dictionary', this.#dictionaryBytes)
    } else if (state === 'dictionary') this.#expect('content size', this.#sizeBytes)
    else if (state === 'content size') {
      if (this.#isSingleSegment) this.#windowBytes = value + (this.#sizeBytes === 2 ? 256 : 0)
      this.#expect('block header', 3)
    } else if (state === 'block header') {
      this.#isLast = (value & 1) === 1
      this.#expect('block', ((value >> 1) & 3) === 1 ? 1 : value >> 3)
    } else if (state === 'block' && !this.#isLast) {
      this.#expect('block header', 3)
      return { ended: 'block', checksum: undefined }
    } else if (state === 'block' && this.#hasChecksum) this.#expect('checksum', 4)
    else if (state === 'size') this.#expect('user data', value)
    else {
      this.#expect('magic', 4)
      return { ended: 'frame', checksum: state === 'checksum' ? value : undefined }
    }
    return { checksum: undefined }
  }

  #expect(state: State, bytes: number): void {
    this.#state = state
    this.#needed = bytes
    this.#value = 0
    this.#scale = 1
  }
}
