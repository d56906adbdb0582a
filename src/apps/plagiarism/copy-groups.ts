import { findRoot, makeForest, unite } from '../../cluster/union-find.js'
import type { DocumentId } from '../../model/document.js'

/** Documents that are connected by reported pairs. */
export interface CopyGroup {
  readonly members: readonly DocumentId[]
  readonly pairs: number
  /** The lowest and the highest score of its pairs. */
  readonly minScore: number
  readonly maxScore: number
}

/** One document that is in a reported pair. */
export interface CopyAuthor {
  readonly id: DocumentId
  readonly author?: string
  /** The number of reported pairs that it is in. */
  readonly pairs: number
  readonly maxScore: number
  /** The document with which it has that score. */
  readonly with: DocumentId
}

interface Reported {
  readonly a: DocumentId
  readonly b: DocumentId
  readonly score: number
}

/** The groups connected by pairs: the largest first, and among equally large ones that with the highest score. */
export function copyGroups(copies: readonly Reported[]): CopyGroup[] {
  const positions = new Map<DocumentId, number>()
  for (const { a, b } of copies)
    for (const id of [a, b]) if (!positions.has(id)) positions.set(id, positions.size)
  const parents = makeForest(positions.size)
  for (const { a, b } of copies) unite(parents, positions.get(a)!, positions.get(b)!)
  const groups = new Map<number, { members: DocumentId[]; scores: number[] }>()
  for (const [id, position] of positions) {
    const root = findRoot(parents, position)
    const group = groups.get(root) ?? { members: [], scores: [] }
    group.members.push(id)
    groups.set(root, group)
  }
  for (const { a, score } of copies) groups.get(findRoot(parents, positions.get(a)!))!.scores.push(score)
  return [...groups.values()]
    .map(({ members, scores }) => ({
      members,
      pairs: scores.length,
      minScore: scores.reduce((x, y) => Math.min(x, y)),
      maxScore: scores.reduce((x, y) => Math.max(x, y)),
    }))
    .sort((x, y) => y.members.length - x.members.length || y.maxScore - x.maxScore)
}

/** One row per document in a reported pair, by decreasing score. */
export function copyAuthors(
  copies: readonly Reported[],
  authorOf: (id: DocumentId) => string | undefined,
): CopyAuthor[] {
  const rows = new Map<DocumentId, { pairs: number; maxScore: number; with: DocumentId }>()
  for (const { a, b, score } of copies) {
    for (const [id, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const row = rows.get(id)
      if (row === undefined) rows.set(id, { pairs: 1, maxScore: score, with: other })
      else {
        row.pairs++
        if (score > row.maxScore) Object.assign(row, { maxScore: score, with: other })
      }
    }
  }
  return [...rows]
    .map(([id, row]) => {
      const author = authorOf(id)
      return { id, ...(author !== undefined && { author }), ...row }
    })
    .sort((x, y) => y.maxScore - x.maxScore || y.pairs - x.pairs)
}
