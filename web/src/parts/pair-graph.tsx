import type { ListedPair } from '../data/cluster-detail.js'
import { oneLine, score } from './format.js'

const SIZE = 420
const RADIUS = 185
/** The number of members up to which nodes are numbered and edges can be reached with the keyboard. */
const MAX_NUMBERED = 40

export interface PairGraphProps {
  readonly members: Uint32Array
  /** What they form together. */
  readonly noun: string
  readonly pairs: readonly ListedPair[]
  readonly nameOf: (document: number) => string
  readonly isKept: (document: number) => boolean
}

/** Members on a circle, and the pairs that connect them; each edge links to its pair. */
export function PairGraph({ members, noun, pairs, nameOf, isKept }: PairGraphProps) {
  const at = new Map(
    Array.from(members, (member, i) => {
      const angle = (2 * Math.PI * i) / members.length - Math.PI / 2
      return [member, [SIZE / 2 + RADIUS * Math.cos(angle), SIZE / 2 + RADIUS * Math.sin(angle)] as const]
    }),
  )
  const lowest = pairs.reduce((low, { similarity }) => Math.min(low, similarity), 1)
  const strength = (similarity: number) =>
    lowest === 1 ? 1 : 0.2 + (0.8 * (similarity - lowest)) / (1 - lowest)
  const isNumbered = members.length <= MAX_NUMBERED
  return (
    <svg
      class={isNumbered ? 'graph' : 'graph dense'}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="group"
      aria-label={`Verified pairs of this ${noun}`}
    >
      {pairs.map(({ pair, a, b, similarity }) => {
        const [[x1, y1], [x2, y2]] = [at.get(a)!, at.get(b)!]
        const label = `${oneLine(nameOf(a), 40)} and ${oneLine(nameOf(b), 40)}: ${score(similarity)}`
        return (
          <a key={pair} href={`#/pair/${pair}`} aria-label={label} tabIndex={isNumbered ? 0 : -1}>
            <title>{label}</title>
            <line
              x1={x1}
              y1={y1}
              x2={x2}
              y2={y2}
              class="edge"
              style={{ strokeOpacity: strength(similarity) }}
            />
          </a>
        )
      })}
      {Array.from(members, (member, i) => {
        const [x, y] = at.get(member)!
        return (
          <g key={member}>
            <circle cx={x} cy={y} r={isNumbered ? 11 : 4} class={isKept(member) ? 'node kept' : 'node'}>
              <title>{oneLine(nameOf(member))}</title>
            </circle>
            {isNumbered && (
              <text x={x} y={y + 4} text-anchor="middle" class="node-number">
                {i + 1}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
