import { appliedOptions, type NormalizeOptions, normalize, normalizePart } from '../../text/normalize.js'

/** A normalized text that records where each of its UTF-16 units comes from. */
export interface AlignedText {
  readonly normal: string
  /** For each unit of `normal`: the first unit of the grapheme it comes from in the text, and one past the last. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/**
 * Normalizes a text like `normalize`, one run of white space or non-space at a time: no step looks across such a boundary, except for
 * collapsing white space, which happens at the end. Within a run, graphemes are aligned one by one; if that is impossible because they
 * change together, each unit maps to the whole run.
 */
export function alignText(text: string, options: NormalizeOptions = {}): AlignedText {
  const { whitespace = 'collapse', ...others } = appliedOptions(text, options)
  const letters = { ...others, whitespace: 'keep' } as const
  const starts: number[] = []
  const ends: number[] = []
  let normal = ''
  const add = (piece: string, start: number, end: number) => {
    normal += piece
    for (let i = 0; i < piece.length; i++) {
      starts.push(start)
      ends.push(end)
    }
  }
  for (const { 0: run, index } of text.toWellFormed().matchAll(/\s+|\S+/gu)) {
    const whole = normalizePart(run, letters)
    const graphemes = graphemesOf(run)
    const pieces = graphemes.map((grapheme) => normalizePart(grapheme, letters))
    if (pieces.join('') !== whole) {
      add(whole, index, index + run.length)
      continue
    }
    let at = index
    graphemes.forEach((grapheme, i) => {
      add(pieces[i]!, at, at + grapheme.length)
      at += grapheme.length
    })
  }
  const aligned =
    whitespace === 'keep' ? { normal, starts, ends } : squeeze({ normal, starts, ends }, whitespace)
  return aligned.normal.normalize('NFC') === aligned.normal ? aligned : alignWhole(text, options)
}

/** A mark and a letter met where white space was removed, so each unit maps to the whole text. */
function alignWhole(text: string, options: NormalizeOptions): AlignedText {
  const normal = normalize(text, options)
  const each = (value: number) => new Array<number>(normal.length).fill(value)
  return { normal, starts: each(0), ends: each(text.length) }
}

let segmenter: Intl.Segmenter | undefined

/** What readers perceive as single characters: a letter with its marks, or all parts of an emoji. */
function graphemesOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(run), ({ segment }) => segment)
}

/** Collapses white space to single blanks and trims the ends, or removes it. */
function squeeze({ normal, starts, ends }: AlignedText, how: 'collapse' | 'remove'): AlignedText {
  const squeezed = { normal: '', starts: [] as number[], ends: [] as number[] }
  for (const { 0: run, index } of normal.matchAll(/\s+|\S+/gu)) {
    const end = index + run.length
    if (!/^\s/u.test(run)) {
      squeezed.normal += run
      for (let i = index; i < end; i++) {
        squeezed.starts.push(starts[i]!)
        squeezed.ends.push(ends[i]!)
      }
    } else if (how === 'collapse' && index > 0 && end < normal.length) {
      squeezed.normal += ' '
      squeezed.starts.push(starts[index]!)
      squeezed.ends.push(ends[end - 1]!)
    }
  }
  return squeezed
}
