import { sharedWords } from '../threads/shared-words.js'
import type { Copies } from './copies.js'

/** Splits copies by side: equal documents of different sides are a pair, not copies of each other. */
export function splitCopies(
  copies: Copies,
  boundary: number,
): { readonly own: Copies; readonly all: Copies } {
  if (areBefore(copies, boundary)) return { own: copies, all: copies }
  const [own, others]: [Uint32Array[], Uint32Array[]] = [[], []]
  visitSplit(copies, boundary, (first, second) => {
    if (first.length > 1) own.push(first)
    if (second.length > 1) others.push(second)
  })
  others.sort((one, other) => one[0]! - other[0]!)
  return { own: layOut(own), all: layOut([...own, ...others]) }
}

/** How many documents of the first side have a copy in the second. */
export function countCopiedAcross(copies: Copies, boundary: number): number {
  if (areBefore(copies, boundary)) return 0
  let count = 0
  visitSplit(copies, boundary, (first, second) => {
    if (second.length > 0) count += first.length
  })
  return count
}

function areBefore({ members }: Copies, boundary: number): boolean {
  for (let i = 0; i < members.length; i++) if (members[i]! >= boundary) return false
  return true
}

/** Calls `visit` with the members of each group before the boundary, and those after it. */
function visitSplit(
  { firsts, offsets, members }: Copies,
  boundary: number,
  visit: (own: Uint32Array, others: Uint32Array) => void,
): void {
  for (let group = 0; group < firsts.length; group++) {
    const all = members.subarray(offsets[group]!, offsets[group + 1]!)
    let middle = 0
    while (middle < all.length && all[middle]! < boundary) middle++
    visit(all.subarray(0, middle), all.subarray(middle))
  }
}

function layOut(groups: readonly Uint32Array[]): Copies {
  const copies = {
    firsts: sharedWords(groups.length),
    offsets: sharedWords(groups.length + 1),
    members: sharedWords(groups.reduce((sum, { length }) => sum + length, 0)),
  }
  groups.forEach((group, number) => {
    copies.firsts[number] = group[0]!
    copies.members.set(group, copies.offsets[number]!)
    copies.offsets[number + 1] = copies.offsets[number]! + group.length
  })
  return copies
}
