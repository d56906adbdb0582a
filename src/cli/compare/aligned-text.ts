import { type NormaliseOptions, normalise } from '../../text/normalise.js'

/** A normalised text that remembers where each of its UTF-16 units comes from. */
export interface AlignedText {
  readonly normal: string
  /** For each unit of `normal` the first unit of the text that it comes from, and one past the last. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/**
 * Normalises a text like `normalise`, run by run of white space and of what is not: no step of it looks across such a
 * border, but for white space itself, which is collapsed at the end. Inside a run, characters are aligned one by one;
 * where that is not possible, because they change together, each stands for the whole run.
 */
export function alignText(text: string, options: NormaliseOptions = {}): AlignedText {
  const { whitespace = 'collapse', ...others } = options
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
    const whole = normalise(run, letters)
    const pieces = Array.from(run, (character) => normalise(character, letters))
    if (pieces.join('') !== whole) {
      add(whole, index, index + run.length)
      continue
    }
    let at = index
    Array.from(run).forEach((character, i) => {
      add(pieces[i]!, at, at + character.length)
      at += character.length
    })
  }
  return whitespace === 'keep' ? { normal, starts, ends } : squeeze({ normal, starts, ends }, whitespace)
}

/** White space collapsed to one blank, none at the ends, or removed. */
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
