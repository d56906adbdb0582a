// What dedup removes is similar, at the threshold, to a document that is kept, whatever the similarity, the side and the decisions. The
// similarities are computed here, from the words.

import { Random } from 'likewise/text'
import { describe, expect, it } from 'vitest'
import { byDepth } from '../depth.js'
import { asLines, Workspace } from './likewise.js'

interface Document {
  readonly id: string
  readonly text: string
}

const THRESHOLD = 0.7
const SEEDS = byDepth({ short: [1], long: [1, 2, 3, 4, 5] })

/** Documents in chains, each of which is like the one before it and less so like those before that; some are parts of others. */
function documents(count: number, random: Random): Document[] {
  const texts: string[][] = []
  for (let i = 0; i < count; i++) {
    const before = texts[random.below(Math.max(1, i))]
    if (before === undefined || random.below(8) === 0) {
      const topic = random.below(4)
      texts.push(Array.from({ length: 12 + random.below(12) }, () => `t${topic}w${random.below(30)}`))
    } else if (random.below(4) === 0) texts.push(before.slice(0, 6 + random.below(before.length)))
    else texts.push(before.map((word) => (random.below(9) === 0 ? `new${random.below(200)}` : word)))
  }
  return texts.map((words, i) => ({ id: `d${i}`, text: words.join(' ') }))
}

type Measure = (shared: number, own: number, other: number) => number
const MEASURES: Readonly<Record<string, Measure>> = {
  jaccard: (shared, own, other) => shared / (own + other - shared),
  containment: (shared, own) => shared / own,
  cosine: (shared, own, other) => shared / Math.sqrt(own * other),
  dice: (shared, own, other) => (2 * shared) / (own + other),
}

function similarity(measure: Measure, one: string, other: string): number {
  const [own, others] = [new Set(one.split(' ')), new Set(other.split(' '))]
  return measure([...own].filter((word) => others.has(word)).length, own.size, others.size)
}

interface Row {
  readonly id: string
  readonly survivor: string
  readonly similarity: number
}

const kinds = Object.keys(MEASURES).flatMap((name) =>
  ['alone', 'with decisions', 'against others', 'against others, and within'].map(
    (how) => [name, how] as const,
  ),
)

describe.concurrent('a removed document is similar to a kept one', () => {
  it.each(kinds)('by %s, %s', { timeout: 120_000 }, async (name, how) => {
    for (const seed of SEEDS) {
      const random = new Random(seed)
      const all = documents(100, random)
      const isAgainst = how.startsWith('against')
      const own = isAgainst ? all.filter((_, i) => i % 2 === 0) : all
      const others = isAgainst ? all.filter((_, i) => i % 2 === 1) : []
      const different = how.includes('decisions')
        ? Array.from({ length: 150 }, () => [`d${random.below(100)}`, `d${random.below(100)}`] as const)
        : []
      const keep = how.includes('decisions') ? ['d3', 'd17', 'd40'] : []
      const workspace = new Workspace()
      workspace.write('in.jsonl', asLines(own))
      workspace.write('others.jsonl', asLines(others))
      const decisions = [...keep.map((id) => ({ keep: id })), ...different.map((ids) => ({ different: ids }))]
      workspace.write('decisions.jsonl', asLines(decisions))
      const { code, stderr } = await workspace.run([
        ...[
          'dedup',
          'in.jsonl',
          '-s',
          'words:1',
          '-t',
          `${THRESHOLD}`,
          '--similarity',
          name,
          '-q',
          '--out',
          'out',
        ],
        ...(decisions.length > 0 ? ['--decisions', 'decisions.jsonl'] : []),
        ...(others.length > 0 ? ['--against', 'others.jsonl'] : []),
        ...(how.endsWith('within') ? ['--also-within'] : []),
      ])
      expect([code, stderr]).toEqual([0, ''])
      const removed = workspace.rows('out/in.removed.jsonl') as unknown as Row[]
      const kept = (workspace.rows('out/in.kept.jsonl') as unknown as Document[]).map(({ id }) => id)
      expect([...kept, ...removed.map(({ id }) => id)].sort()).toEqual(own.map(({ id }) => id).sort())
      expect(removed.length).toBeGreaterThan(3)
      const textOf = new Map([...own, ...others].map(({ id, text }) => [id, text]))
      const survivors = new Set([...(how === 'against others' ? [] : kept), ...others.map(({ id }) => id)])
      const areDifferent = (one: string, other: string) =>
        different.some(([x, y]) => (x === one && y === other) || (x === other && y === one))
      for (const row of removed) {
        expect(survivors).toContain(row.survivor)
        const truth = similarity(MEASURES[name]!, textOf.get(row.id)!, textOf.get(row.survivor)!)
        expect(row.similarity).toBeCloseTo(truth, 12)
        expect(truth).toBeGreaterThanOrEqual(THRESHOLD - 1e-12)
        expect([keep.includes(row.id), areDifferent(row.id, row.survivor)]).toEqual([false, false])
      }
    }
  })
})
