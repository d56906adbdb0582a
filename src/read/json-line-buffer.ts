// Lines of JSON as bytes. Text is encoded and escaped here rather than by JSON.stringify, whose result would be a string that has to be
// encoded once more.

const QUOTE = 0x22
const NEWLINE = 0x0a

/** Escapes UTF-8 for JSON. */
export interface Escaper {
  /** The buffer for the UTF-8 to be escaped. */
  readonly input: Uint8Array
  /** Escapes the first `count` bytes of the input for use in a JSON string; valid until the next call. */
  escape(count: number): Uint8Array
}

/** A buffer that grows at its end. */
export class JsonLineBuffer {
  readonly #encoder = new TextEncoder()
  readonly #escaper: Escaper | undefined
  #bytes: Uint8Array
  #used = 0

  /**
   * @param size initial size in bytes
   * @param escaper a faster one; default: `JSON.stringify`
   */
  constructor(size: number, escaper?: Escaper) {
    this.#bytes = new Uint8Array(size)
    this.#escaper = escaper
  }

  /** The number of bytes in the buffer. */
  get length(): number {
    return this.#used
  }

  /** The bytes, which are overwritten after `clear`. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used)
  }

  clear(): void {
    this.#used = 0
  }

  /** Adds JSON unchanged. */
  addJson(json: string): void {
    this.#reserve(3 * json.length)
    this.#used += this.#encoder.encodeInto(json, this.#bytes.subarray(this.#used)).written
  }

  endLine(): void {
    this.#addByte(NEWLINE)
  }

  /** Adds a text as a JSON string, with quotes. */
  addText(text: string): void {
    const escaper = this.#escaper
    // UTF-8 cannot represent half of a surrogate pair; JSON writes it as an escape.
    if (escaper === undefined || !text.isWellFormed()) {
      this.addJson(JSON.stringify(text))
      return
    }
    this.#addByte(QUOTE)
    for (let rest = text; rest.length > 0; ) {
      const { read, written } = this.#encoder.encodeInto(rest, escaper.input)
      const escaped = escaper.escape(written)
      this.#reserve(escaped.length)
      this.#bytes.set(escaped, this.#used)
      this.#used += escaped.length
      rest = read === rest.length ? '' : rest.slice(read)
    }
    this.#addByte(QUOTE)
  }

  #addByte(byte: number): void {
    this.#reserve(1)
    this.#bytes[this.#used++] = byte
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#used + bytes, 2 * this.#bytes.length))
    larger.set(this.bytes)
    this.#bytes = larger
  }
}
