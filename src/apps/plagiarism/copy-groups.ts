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

/** An author with documents in reported pairs. */
export interface CopyAuthor {
  /** The id of the document if its author is not known. */
  readonly author: string
  /** The author's documents that are in reported pairs. */
  readonly ids: readonly DocumentId[]
  /** The number of reported pairs that they are in. */
  readonly pairs: number
  readonly maxScore: number
  /** The author's document with that score, … */
  readonly id: DocumentId
  /** … and the document with which it has that score. */
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

/** One row per author with documents in reported pairs, by decreasing score. */
export function copyAuthors(
  copies: readonly Reported[],
  authorOf: (id: DocumentId) => string | undefined,
): CopyAuthor[] {
  const rows = new Map<string, Omit<CopyAuthor, 'ids'> & { ids: Set<DocumentId> }>()
  for (const { a, b, score } of copies) {
    for (const [id, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const author = authorOf(id) ?? String(id)
      const row = rows.get(author)
      const isBest = row === undefined || score > row.maxScore
      rows.set(author, {
        author,
        ids: (row?.ids ?? new Set()).add(id),
        pairs: (row?.pairs ?? 0) + 1,
        ...(isBest
          ? { maxScore: score, id, with: other }
          : { maxScore: row.maxScore, id: row.id, with: row.with }),
      })
    }
  }
  return [...rows.values()]
    .map((row) => ({ ...row, ids: [...row.ids] }))
    .sort((x, y) => y.maxScore - x.maxScore || y.pairs - x.pairs)
}
