/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import type { Input } from './input.js'
import { collectBytes, openBytes } from './node-bytes.js'
import type { SourceOptions } from './source-options.js'

/** The HTML pages of a source. The page reader sees all of them before the first is converted to text. */
export class SeenPages {
  readonly #options: Pick<SourceOptions, 'pages' | 'encoding'>
  readonly #limit: number
  readonly #store: (input: Input) => Promise<Input>
  /** The number of each page that was seen. */
  readonly #numbers = new Map<Input, number>()

  /**
   * @param limit maximum number of bytes of a page
   * @param store writes an input that can be read only once to a file
   */
  constructor(
    options: Pick<SourceOptions, 'pages' | 'encoding'>,
    limit: number,
    store: (input: Input) => Promise<Input>,
  ) {
    this.#options = options
    this.#limit = limit
    this.#store = store
  }

  /**
   * Shows each page to the reader, and returns the inputs in a form that can be read again. Pages that cannot be read are reported later.
   */
  async see(inputs: readonly Input[]): Promise<readonly Input[]> {
    const { pages, encoding } = this.#options
    if (pages === undefined) return inputs
    const stored: Input[] = []
    for (const input of inputs) {
      const page = input.format === 'html' && !input.isRegular ? await this.#store(input) : input
      stored.push(page)
      if (page.format !== 'html') continue
      const { chunks } = await openBytes(page, encoding)
      const bytes = await collectBytes(chunks, this.#limit)
      if (bytes === undefined || !isUtf8(bytes)) continue
      pages.see(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
      this.#numbers.set(page, this.#numbers.size)
    }
    return stored
  }

  /** The function that converts the HTML of an input to text. */
  textOf(input: Input): ((html: string) => string) | undefined {
    const page = this.#numbers.get(input)
    return page === undefined ? undefined : (html) => this.#options.pages!.text(page, html)
  }
}
