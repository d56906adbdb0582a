/**
 * Pairs each oversized document in a bucket with the last one before it that belongs to another group. This connects groups that have
 * similar documents, at a cost that is linear in the size of the bucket.
 */
export function connectGroups(
  members: Uint32Array,
  groupOf: Uint32Array,
  candidates: { add(one: number, other: number): void },
): void {
  // The last oversized document, and the last one of another group; -1 if there is none.
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

/**
 * The same if only pairs across two sides are listed: each oversized document of a side is paired with one of the other side that belongs
 * to another group.
 *
 * @param own the number of members of the first side, which come first
 */
export function connectAcross(
  members: Uint32Array,
  own: number,
  groupOf: Uint32Array,
  candidates: { add(one: number, other: number): void },
): void {
  const sides = [members.subarray(0, own), members.subarray(own)] as const
  const [ofOwn, ofOthers] = sides.map((side) => twoGroups(side, groupOf)) as [number[], number[]]
  const connect = (side: Uint32Array, others: readonly number[]) => {
    for (const member of side) {
      if (groupOf[member] === 0) continue
      const other = others.find((one) => groupOf[one] !== groupOf[member])
      if (other !== undefined) candidates.add(member, other)
    }
  }
  connect(sides[0], ofOthers)
  connect(sides[1], ofOwn)
}

/** The first oversized document, and the first one of another group, if any. */
function twoGroups(members: Uint32Array, groupOf: Uint32Array): number[] {
  const found: number[] = []
  for (const member of members) {
    const group = groupOf[member]!
    if (group === 0 || (found.length > 0 && groupOf[found[0]!] === group)) continue
    found.push(member)
    if (found.length === 2) break
  }
  return found
}
