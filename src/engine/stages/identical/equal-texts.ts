import type { Blocks } from '../../ports.js'
import { readWords, withBlock } from '../blocks/segments.js'
import { DocumentNumbers } from '../groups/document-numbers.js'
import { SKETCH, type Sketched } from '../read/sketched.js'
import { type Copies, collectCopies } from './copies.js'

/** Among documents that are equal after normalization, finds those with equal texts. Identical texts cannot occur anywhere else. */
export function equalTexts(store: Blocks, sketched: Sketched, copies: Copies): Copies {
  const { firsts, offsets, members } = copies
  const hashOf = textHashes(store, sketched, members)
  const found = new Uint32Array(2 * (members.length - firsts.length))
  let end = 0
  const add = (first: number, other: number) => {
    found[end++] = first
    found[end++] = other
  }
  for (let group = 0; group < firsts.length; group++) {
    const first = firsts[group]!
    const hash = hashOf(first)
    let others: Map<number, number> | undefined
    for (let i = offsets[group]! + 1; i < offsets[group + 1]!; i++) {
      const other = hashOf(members[i]!)
      if (other === hash) add(first, members[i]!)
      else {
        others ??= new Map()
        const known = others.get(other)
        if (known === undefined) others.set(other, members[i]!)
        else add(known, members[i]!)
      }
    }
  }
  // Most often, no text differs from the first one that it equals after normalization.
  if (end === found.length) return copies
  return collectCopies([found.subarray(0, end)], sketched.firsts.at(-1)!)
}

/** 53 of the 64 bits of the hashes of some texts: as many as fit into a number. */
function textHashes(store: Blocks, sketched: Sketched, members: Uint32Array): (position: number) => number {
  const sorted = members.slice().sort()
  const hashes = new Float64Array(sorted.length)
  let end = 0
  sketched.blocks.forEach((block, unit) => {
    const [first, next] = [sketched.firsts[unit]!, sketched.firsts[unit + 1]!]
    if (end === sorted.length || sorted[end]! >= next) return
    const words = withBlock(store, block, (reader) => readWords(reader, SKETCH.texts))
    for (; end < sorted.length && sorted[end]! < next; end++) {
      const i = sorted[end]! - first
      hashes[end] = words[2 * i]! * 2 ** 21 + (words[2 * i + 1]! >>> 11)
    }
  })
  const numbers = new DocumentNumbers(sorted)
  return (position) => hashes[numbers.of(position)!]!
}
