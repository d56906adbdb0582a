import { appliedOptions, type NormalizeOptions, normalize, normalizePart } from '../../text/normalize.js'

/** A normalized text that records where each of its UTF-16 code units comes from. */
export interface AlignedText {
  readonly normal: string
  /** For each unit of `normal`: the first unit of the grapheme it comes from in the text, and one past the last. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/**
 * Normalizes a text like `normalize`, one run of white space or non-space at a time: no step looks across such a boundary, except for
 * collapsing white space, which happens at the end. Within a run, graphemes are aligned one by one; if that is impossible because they
 * change together, each unit maps to the whole run.
 */
export function alignText(text: string, options: NormalizeOptions = {}): AlignedText {
  const { whitespace = 'collapse', ...others } = appliedOptions(text, options)
  const letters = { ...others, whitespace: 'keep' } as const
  const builder = new AlignedBuilder(text.length)
  for (const { 0: run, index } of text.toWellFormed().matchAll(/\s+|\S+/gu)) {
    const whole = normalizePart(run, letters)
    const isSimple = SIMPLE.test(run)
    const removesNothing = letters.punctuation !== 'remove' || !/\p{P}/u.test(run)
    if (isSimple && removesNothing && whole.length === run.length) {
      builder.addUnits(whole, index)
      continue
    }
    const graphemes = isSimple ? run.split('') : graphemesOf(run)
    const pieces = graphemes.map((grapheme) => normalizePart(grapheme, letters))
    if (pieces.join('') !== whole) {
      builder.add(whole, index, index + run.length)
      continue
    }
    let at = index
    graphemes.forEach((grapheme, i) => {
      builder.add(pieces[i]!, at, at + grapheme.length)
      at += grapheme.length
    })
  }
  const aligned = whitespace === 'keep' ? builder.end() : squeeze(builder.end(), whitespace)
  return aligned.normal.normalize('NFC') === aligned.normal ? aligned : alignWhole(text, options)
}

/**
 * Runs in which every unit is a grapheme and is normalized by itself: ASCII without carriage returns, Latin and Cyrillic letters, and
 * ideographs. Finding the graphemes of a word takes as long as everything else together.
 */
const SIMPLE = /^[\t\n -\u024f\u0400-\u0482\u048a-\u052f\u4e00-\u9fff]+$/

class AlignedBuilder {
  readonly #pieces: string[] = []
  #starts: Uint32Array<ArrayBuffer>
  #ends: Uint32Array<ArrayBuffer>
  #length = 0

  /** @param expected the expected number of units */
  constructor(expected: number) {
    this.#starts = new Uint32Array(expected)
    this.#ends = new Uint32Array(expected)
  }

  /** Adds units that all come from one part of the text. */
  add(piece: string, start: number, end: number): void {
    this.#makeRoom(piece)
    this.#starts.fill(start, this.#length, this.#length + piece.length)
    this.#ends.fill(end, this.#length, this.#length + piece.length)
    this.#length += piece.length
  }

  /** Adds units that come from one unit of the text each. */
  addUnits(piece: string, start: number): void {
    this.#makeRoom(piece)
    for (let i = 0; i < piece.length; i++) {
      this.#starts[this.#length] = start + i
      this.#ends[this.#length++] = start + i + 1
    }
  }

  /** Adds a part of another aligned text. */
  copy({ normal, starts, ends }: AlignedText, from: number, to: number): void {
    const piece = normal.slice(from, to)
    this.#makeRoom(piece)
    this.#starts.set(starts.subarray(from, to), this.#length)
    this.#ends.set(ends.subarray(from, to), this.#length)
    this.#length += piece.length
  }

  end(): AlignedText {
    return {
      normal: this.#pieces.join(''),
      starts: this.#starts.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    }
  }

  #makeRoom(piece: string): void {
    this.#pieces.push(piece)
    const needed = this.#length + piece.length
    if (needed <= this.#starts.length) return
    this.#starts = larger(this.#starts, needed)
    this.#ends = larger(this.#ends, needed)
  }
}

function larger(words: Uint32Array, needed: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(Math.max(2 * words.length, needed))
  copy.set(words)
  return copy
}

/** A mark and a letter met where white space was removed, so each unit maps to the whole text. */
function alignWhole(text: string, options: NormalizeOptions): AlignedText {
  const normal = normalize(text, options)
  const each = (value: number) => new Uint32Array(normal.length).fill(value)
  return { normal, starts: each(0), ends: each(text.length) }
}

let segmenter: Intl.Segmenter | undefined

/** What readers perceive as single characters: a letter with its marks, or all parts of an emoji. */
function graphemesOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(run), ({ segment }) => segment)
}

/** Collapses white space to single blanks and trims the ends, or removes it. */
function squeeze(aligned: AlignedText, how: 'collapse' | 'remove'): AlignedText {
  const { normal, starts, ends } = aligned
  const squeezed = new AlignedBuilder(normal.length)
  for (const { 0: run, index } of normal.matchAll(/\s+|\S+/gu)) {
    const end = index + run.length
    if (!/^\s/u.test(run)) squeezed.copy(aligned, index, end)
    else if (how === 'collapse' && index > 0 && end < normal.length)
      squeezed.add(' ', starts[index]!, ends[end - 1]!)
  }
  return squeezed.end()
}
