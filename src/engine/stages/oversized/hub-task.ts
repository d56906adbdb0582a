import { AuditIndex } from '../../../audit/audit-index.js'
import type { SetCollection } from '../../../model/set-collection.js'
import { readSets } from '../groups/sets-task.js'
import type { HubTask } from '../tasks.js'

/** The index of the round that this thread works on. */
let current: { readonly round: number; readonly index: AuditIndex } | undefined

/** Compares the documents of some chunks of a unit with the hubs: for each match two words, the number of the hub and the position. */
export function runHubTask(task: HubTask): Uint32Array {
  const index = indexOf(task.round, task.hubs, task.threshold)
  const matches: number[] = []
  for (let chunk = task.from; chunk <= task.to; chunk++) {
    for (const { positions, sizes, elements } of readSets([task.sets], chunk)) {
      let end = 0
      for (let i = 0; i < positions.length; i++) {
        const position = positions[i]!
        const set = elements.subarray(end, end + sizes[i]!)
        end += sizes[i]!
        if (task.isWanted[position] !== 0) index.probe(set, (hub) => matches.push(hub, position))
      }
    }
  }
  return Uint32Array.from(matches)
}

function indexOf(round: number, hubs: SetCollection, threshold: number): AuditIndex {
  if (current?.round !== round) current = { round, index: new AuditIndex(hubs, threshold) }
  return current.index
}
