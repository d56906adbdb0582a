import { type Copies, firstCopies } from '../engine/stages/identical/copies.js'
import { splitCopies } from '../engine/stages/identical/split-copies.js'
import type { RunResult } from '../engine/stages/run-result.js'
import { type PairBatch, PairBuilder } from '../model/pair.js'
import { similarityIn } from '../model/plan.js'
import { isSymmetric } from '../model/similarity.js'
import type { LocatedDecisions } from './decisions.js'

/**
 * Equal documents are treated alike, and only the pairs of the first of them are certain to be listed. But a person can decide differently
 * about some of them. Those become separate documents here, with the pairs of the first and pairs with each other. Equal documents that
 * stay together have all been declared different from the same documents.
 */
export function separateCopies(
  { pairs, copies, plan, against, locations }: RunResult,
  { different }: LocatedDecisions,
): Pick<RunResult, 'pairs' | 'copies'> {
  const whole = against === undefined ? copies : splitCopies(copies, against.boundary).all
  const groups: Uint32Array[] = []
  /** The firsts of the parts of a group, by the first of the whole group. */
  const partsOf = new Map<number, number[]>()
  whole.firsts.forEach((first, group) => {
    const members = whole.members.subarray(whole.offsets[group]!, whole.offsets[group + 1]!)
    const parts = partition(members, different)
    groups.push(...parts.filter(({ length }) => length > 1))
    if (parts.length > 1)
      partsOf.set(
        first,
        parts.map(([one]) => one!),
      )
  })
  if (partsOf.size === 0) return { pairs, copies: whole }
  groups.sort((one, other) => one[0]! - other[0]!)
  const firstOf = firstCopies(whole, locations.count)
  const isDirected = !isSymmetric(similarityIn(plan))
  const separated = () => separatedPairs(pairs.unordered(), firstOf, partsOf, isDirected)
  // The count is not used when pairs are iterated, nor is their order.
  return { pairs: { count: pairs.count, batches: separated, unordered: separated }, copies: layOut(groups) }
}

/** Splits equal documents by what they are different from. */
function partition(members: Uint32Array, different: LocatedDecisions['different']): Uint32Array[] {
  if (!members.some((member) => different.has(member))) return [members]
  const parts = new Map<string, number[]>()
  for (const member of members) {
    const key = [...(different.get(member) ?? [])].sort((x, y) => x - y).join()
    const part = parts.get(key)
    if (part === undefined) parts.set(key, [member])
    else part.push(member)
  }
  return Array.from(parts.values(), (part) => Uint32Array.from(part))
}

function* separatedPairs(
  batches: Iterable<PairBatch>,
  firstOf: Uint32Array,
  partsOf: ReadonlyMap<number, readonly number[]>,
  isDirected: boolean,
): Generator<PairBatch, void> {
  const partsAt = (position: number) => partsOf.get(firstOf[position]!)
  for (const { count, a, b, similarity } of batches) {
    const all = new PairBuilder()
    for (let i = 0; i < count; i++) {
      const [one, other] = [a[i]!, b[i]!]
      const [parts, others] = [partsAt(one), partsAt(other)]
      if (parts === undefined && others === undefined) all.add(one, other, similarity[i]!)
      // The pair of the first ones stands for all.
      else if (firstOf[one] === one && firstOf[other] === other) {
        for (const x of parts ?? [one]) for (const y of others ?? [other]) all.add(x, y, similarity[i]!)
      }
    }
    yield all.pairs()
  }
  const within = new PairBuilder()
  for (const parts of partsOf.values()) {
    parts.forEach((one, i) => {
      for (const other of isDirected ? parts : parts.slice(i + 1)) {
        if (one !== other) within.add(one, other, 1)
      }
    })
  }
  yield within.pairs()
}

function layOut(groups: readonly Uint32Array[]): Copies {
  const offsets = new Uint32Array(groups.length + 1)
  groups.forEach((group, i) => {
    offsets[i + 1] = offsets[i]! + group.length
  })
  const members = new Uint32Array(offsets.at(-1)!)
  groups.forEach((group, i) => {
    members.set(group, offsets[i]!)
  })
  return { firsts: Uint32Array.from(groups, ([first]) => first!), offsets, members }
}
