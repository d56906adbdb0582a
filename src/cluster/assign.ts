import { type PairBatch, PairBuilder, sortPairs } from '../model/pair.js'
import { connectedComponents } from './components.js'

/** Groups of more items than this are assigned greedily: the best pair first, then the best of the remaining ones. */
const LARGEST_EXACT = 200

/**
 * One-to-one assignment: selects from the pairs between two kinds of items, such as the records of two tables, those with the largest total
 * strength such that no item is in two of them. Connected groups of items are solved separately: exactly up to 200 items, greedily beyond
 * that.
 *
 * @param count number of items
 * @param strengths the weight of each pair
 */
export function assignOneToOne(count: number, pairs: PairBatch, strengths: Float64Array): PairBatch {
  // Above 0, so that a pair is always better than none.
  const lowest = strengths.reduce((lowest, strength) => Math.min(lowest, strength), 0)
  const weights = strengths.map((strength) => strength - lowest + 1e-6)
  const roots = connectedComponents(count, pairs)
  const groups = new Map<number, number[]>()
  for (let i = 0; i < pairs.count; i++) {
    const root = roots[pairs.a[i]!]!
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [i])
    else group.push(i)
  }
  const kept = new PairBuilder()
  for (const group of groups.values()) {
    const chosen = group.length === 1 ? group : assignGroup(pairs, weights, group)
    for (const i of chosen) kept.add(pairs.a[i]!, pairs.b[i]!, pairs.similarity[i]!)
  }
  return sortPairs(kept.pairs())
}

function assignGroup(pairs: PairBatch, weights: Float64Array, group: readonly number[]): number[] {
  const rows = [...new Set(group.map((i) => pairs.a[i]!))]
  const columns = [...new Set(group.map((i) => pairs.b[i]!))]
  if (rows.length + columns.length > LARGEST_EXACT) return assignGreedily(pairs, weights, group)
  const [rowOf, columnOf] = [indexesOf(rows), indexesOf(columns)]
  const [size, isSwapped] = [Math.max(rows.length, columns.length), rows.length > columns.length]
  const few = Math.min(rows.length, columns.length)
  const cost = Array.from({ length: few }, () => new Float64Array(size))
  const pairAt = Array.from({ length: few }, () => new Int32Array(size).fill(-1))
  for (const i of group) {
    const [row, column] = [rowOf.get(pairs.a[i]!)!, columnOf.get(pairs.b[i]!)!]
    const [one, other] = isSwapped ? [column, row] : [row, column]
    cost[one]![other] = -weights[i]!
    pairAt[one]![other] = i
  }
  return cheapestColumns(cost)
    .map((column, row) => pairAt[row]![column]!)
    .filter((i) => i >= 0)
}

function assignGreedily(pairs: PairBatch, weights: Float64Array, group: readonly number[]): number[] {
  const taken = new Set<number>()
  return [...group]
    .sort((i, j) => weights[j]! - weights[i]! || i - j)
    .filter((i) => {
      if (taken.has(pairs.a[i]!) || taken.has(pairs.b[i]!)) return false
      taken.add(pairs.a[i]!).add(pairs.b[i]!)
      return true
    })
}

/**
 * The Hungarian method with potentials, in rows² · columns steps: assigns a distinct column to each row, at the lowest total cost. There
 * must be at most as many rows as columns.
 */
function cheapestColumns(cost: readonly Float64Array[]): number[] {
  const [rows, columns] = [cost.length, cost[0]!.length]
  const rowPrice = new Float64Array(rows + 1)
  const columnPrice = new Float64Array(columns + 1)
  // Rows and columns are numbered from 1; 0 is the row to be assigned, and the column that it starts from.
  const rowAt = new Int32Array(columns + 1)
  for (let row = 1; row <= rows; row++) {
    rowAt[0] = row
    const lowest = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY)
    const from = new Int32Array(columns + 1)
    const isSeen = new Uint8Array(columns + 1)
    let at = 0
    do {
      isSeen[at] = 1
      const current = rowAt[at]!
      let step = Number.POSITIVE_INFINITY
      let next = 0
      for (let column = 1; column <= columns; column++) {
        if (isSeen[column] === 1) continue
        const reduced = cost[current - 1]![column - 1]! - rowPrice[current]! - columnPrice[column]!
        if (reduced < lowest[column]!) {
          lowest[column] = reduced
          from[column] = at
        }
        if (lowest[column]! < step) [step, next] = [lowest[column]!, column]
      }
      for (let column = 0; column <= columns; column++) {
        if (isSeen[column] === 1) {
          rowPrice[rowAt[column]!]! += step
          columnPrice[column]! -= step
        } else lowest[column]! -= step
      }
      at = next
    } while (rowAt[at] !== 0)
    while (at !== 0) {
      rowAt[at] = rowAt[from[at]!]!
      at = from[at]!
    }
  }
  const columnOf = Array<number>(rows).fill(0)
  for (let column = 1; column <= columns; column++)
    if (rowAt[column]! > 0) columnOf[rowAt[column]! - 1] = column - 1
  return columnOf
}

function indexesOf(items: readonly number[]): Map<number, number> {
  return new Map(items.map((item, position) => [item, position]))
}
