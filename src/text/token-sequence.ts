import { tokenHash } from '../hash/shingle-hash.js'
import { checkNames } from '../model/check.js'
import { chooseStopWords, type StopWordChoice } from './choose-stop-words.js'
import { normalize } from './normalize.js'
import { eachWordSpan } from './tokens.js'

/** A text as a sequence of tokens with their positions. */
export interface TokenSequence {
  /** The hash of each token in the form that counts: lower-cased in prose, all names the same in code. */
  readonly hashes: Uint32Array
  /** The start of each token in the text, in UTF-16 code units, and its end (exclusive). */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** 1 if a token is content: in prose anything but stop words, in code a literal; otherwise 0. */
  readonly content: Uint8Array
}

/** How prose becomes tokens. */
export interface ProseOptions {
  /** The stop words, by language or as a list. Default: `en`. */
  readonly stopWords?: StopWordChoice
}

/**
 * Returns the words of a text with their positions. Case and Unicode form (NFKC) do not count; text in scripts without spaces is split by
 * a dictionary (see `WordOptions`).
 *
 * @example proseTokens('The plane').starts // 0, 4
 */
export function proseTokens(text: string, options: ProseOptions = {}): TokenSequence {
  checkNames(options, ['stopWords'])
  const stop = chooseStopWords(options.stopWords)
  const tokens = new TokenBuilder()
  for (const [start, end] of eachWordSpan(text, { segment: 'dictionary' })) {
    const folded = normalize(text.slice(start, end), { nfkc: true })
    tokens.add(tokenHash(folded), start, end, !stop.has(folded))
  }
  return tokens.sequence()
}

/** Builds the columns of a token sequence. */
export class TokenBuilder {
  #count = 0
  #hashes = new Uint32Array(256)
  #starts = new Uint32Array(256)
  #ends = new Uint32Array(256)
  #content = new Uint8Array(256)

  add(hash: number, start: number, end: number, isContent: boolean): void {
    if (this.#count === this.#hashes.length) this.#grow()
    this.#hashes[this.#count] = hash
    this.#starts[this.#count] = start
    this.#ends[this.#count] = end
    this.#content[this.#count++] = isContent ? 1 : 0
  }

  sequence(): TokenSequence {
    return {
      hashes: this.#hashes.slice(0, this.#count),
      starts: this.#starts.slice(0, this.#count),
      ends: this.#ends.slice(0, this.#count),
      content: this.#content.slice(0, this.#count),
    }
  }

  #grow(): void {
    const grown = (column: Uint32Array) => {
      const longer = new Uint32Array(2 * column.length)
      longer.set(column)
      return longer
    }
    this.#hashes = grown(this.#hashes)
    this.#starts = grown(this.#starts)
    this.#ends = grown(this.#ends)
    const content = new Uint8Array(2 * this.#content.length)
    content.set(this.#content)
    this.#content = content
  }
}
