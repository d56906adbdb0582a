import type { KeyGroups } from '../../../kernel/wasm-keys.js'
import { countBelow, countBelowFrom } from '../../../model/count-below.js'
import { ReusedBytes } from '../../../model/reused-bytes.js'
import type { Blocks } from '../../ports.js'
import { readWords, withBlock } from '../blocks/segments.js'
import { SKETCH, type Sketched } from '../read/sketched.js'

/**
 * Among groups of records that are equal after normalization, finds those with equal texts. Identical texts cannot occur anywhere else.
 * Returns two words for each record whose text equals an earlier one: the position of the earlier one, and its own; undefined if all texts
 * of each group are equal, as they most often are.
 */
export function equalTexts(
  store: Blocks,
  sketched: Sketched,
  { members, starts }: KeyGroups,
): Uint32Array | undefined {
  if (members.length === 0) return undefined
  const { sorted, hashes } = textHashes(store, sketched, members)
  const groups = starts.length - 1
  const found = new Uint32Array(2 * (members.length - groups))
  let end = 0
  for (let group = 0; group < groups; group++) {
    const first = members[starts[group]!]!
    let at = countBelow(sorted, first)
    const hash = hashes[at]!
    let others: Map<number, number> | undefined
    for (let i = starts[group]! + 1; i < starts[group + 1]!; i++) {
      const member = members[i]!
      // The members of a group ascend.
      at = countBelowFrom(sorted, at, member)
      const own = hashes[at]!
      let earlier: number | undefined = first
      if (own !== hash) {
        others ??= new Map()
        earlier = others.get(own)
        if (earlier === undefined) others.set(own, member)
      }
      if (earlier === undefined) continue
      found[end++] = earlier
      found[end++] = member
    }
  }
  return end === found.length ? undefined : found.slice(0, end)
}

/** The positions of some records, ascending, and 53 of the 64 bits of the hashes of their texts: as many as fit into a number. */
function textHashes(store: Blocks, sketched: Sketched, members: Uint32Array) {
  const sorted = members.slice().sort()
  const reused = new ReusedBytes()
  const hashes = new Float64Array(sorted.length)
  let end = 0
  sketched.blocks.forEach((block, unit) => {
    const [first, next] = [sketched.firsts[unit]!, sketched.firsts[unit + 1]!]
    if (end === sorted.length || sorted[end]! >= next) return
    const words = withBlock(store, block, (reader) => readWords(reader, SKETCH.texts, reused))
    for (; end < sorted.length && sorted[end]! < next; end++) {
      const i = sorted[end]! - first
      hashes[end] = words[2 * i]! * 2 ** 21 + (words[2 * i + 1]! >>> 11)
    }
  })
  return { sorted, hashes }
}
