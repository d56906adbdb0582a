import type { Blocks } from '../../ports.js'
import { DocumentNumbers } from '../groups/document-numbers.js'
import { SKETCH, type Sketched, visitUnits } from '../read/sketched.js'
import { hasBit, setBit } from '../threads/shared-words.js'
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
  const isMember = new Uint32Array((sketched.firsts.at(-1)! + 31) >>> 5)
  for (const member of members) setBit(isMember, member)
  const hashes = new Float64Array(members.length)
  let end = 0
  visitUnits(store, sketched, SKETCH.texts, (words, first, records) => {
    for (let i = 0; i < records; i++) {
      if (hasBit(isMember, first + i)) hashes[end++] = words[2 * i]! * 2 ** 21 + (words[2 * i + 1]! >>> 11)
    }
  })
  const numbers = new DocumentNumbers(members.slice().sort())
  return (position) => hashes[numbers.of(position)!]!
}
