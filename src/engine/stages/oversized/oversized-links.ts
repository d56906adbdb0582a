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

/**
 * The same where only pairs of two sides are made: each oversized document of a side is paired with one of the other that is of another
 * group.
 *
 * @param own how many of the members, the first ones, are of the first side
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

/** The first oversized document, and the first of another group than that one, as far as there are any. */
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
