/**
 * Pairs oversized documents of different groups that are in one bucket: each with the last one before it that is of another
 * group. So groups that have similar documents are connected, at a cost that grows with the bucket only.
 */
export function connectGroups(
  members: Uint32Array,
  groupOf: Uint32Array,
  candidates: { add(one: number, other: number): void },
): void {
  // The last oversized document, and the last that is of another group than that one; -1 where there is none.
  let [last, lastOther] = [-1, -1]
  for (let i = 0; i < members.length; i++) {
    const member = members[i]!
    const group = groupOf[member]!
    if (group === 0) continue
    if (last >= 0 && groupOf[last] !== group) lastOther = last
    last = member
    if (lastOther >= 0) candidates.add(lastOther, member)
  }
}
