import type { TextSpan } from '../data/tokens.js'
import { COLORS } from './highlights.js'

export interface MarkedTextProps {
  readonly text: string
  readonly passages: readonly TextSpan[]
  readonly only: readonly TextSpan[]
  readonly boilerplate?: readonly TextSpan[]
  readonly current: number | undefined
}

/** A text with its spans in elements, for browsers that cannot highlight otherwise, and for printing. */
export function MarkedText({ text, passages, only, boilerplate = [], current }: MarkedTextProps) {
  const edges = new Set([0, text.length])
  for (const { start, end } of [...passages, ...only, ...boilerplate]) edges.add(start).add(end)
  const cuts = [...edges].sort((x, y) => x - y)
  const inside = ({ start, end }: TextSpan, from: number, to: number) => start <= from && to <= end
  return (
    <>
      {cuts.slice(0, -1).map((from, i) => {
        const to = cuts[i + 1]!
        const piece = text.slice(from, to)
        const passage = passages.findIndex((span) => inside(span, from, to))
        const isOnly = only.some((span) => inside(span, from, to))
        const isBoilerplate = boilerplate.some((span) => inside(span, from, to))
        if (passage < 0 && !isOnly && !isBoilerplate) return piece
        const names = [
          passage >= 0 && `passage-${passage % COLORS}`,
          isOnly && 'only',
          isBoilerplate && 'boilerplate',
          passage >= 0 && passage === current && 'current',
        ].filter(Boolean)
        return (
          <mark
            key={from}
            class={names.join(' ')}
            data-number={passages[passage]?.start === from ? passage + 1 : undefined}
          >
            {piece}
          </mark>
        )
      })}
    </>
  )
}
