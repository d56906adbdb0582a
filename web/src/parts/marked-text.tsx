import { useMemo } from 'preact/hooks'
import { textPieces } from '../data/text-pieces.js'
import type { TextSpan } from '../data/tokens.js'
import { COLORS } from './highlights.js'

export interface MarkedTextProps {
  readonly text: string
  readonly passages: readonly TextSpan[]
  readonly only: readonly TextSpan[]
  readonly boilerplate?: readonly TextSpan[]
  readonly current: number | undefined
}

const NONE: readonly TextSpan[] = []

/** A text with its spans in elements, for browsers that cannot highlight otherwise, and for printing. */
export function MarkedText({ text, passages, only, boilerplate = NONE, current }: MarkedTextProps) {
  const pieces = useMemo(
    () => textPieces(text.length, { passages, only, boilerplate }),
    [text, passages, only, boilerplate],
  )
  return (
    <>
      {pieces.map(({ start, end, passage, isOnly, isBoilerplate }) => {
        const piece = text.slice(start, end)
        if (passage < 0 && !isOnly && !isBoilerplate) return piece
        const names = [
          passage >= 0 && `passage-${passage % COLORS}`,
          isOnly && 'only',
          isBoilerplate && 'boilerplate',
          passage >= 0 && passage === current && 'current',
        ].filter(Boolean)
        return (
          <mark
            key={start}
            class={names.join(' ')}
            data-number={passages[passage]?.start === start ? passage + 1 : undefined}
          >
            {piece}
          </mark>
        )
      })}
    </>
  )
}
