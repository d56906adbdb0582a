import { AuditIndex } from '../../../audit/audit-index.js'
import { readSets } from '../groups/sets-task.js'
import type { HubTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'

/** Compares the documents of some chunks of a unit with the hubs: for each match two words, the number of the hub and the position. */
export function runHubTask(task: HubTask, thread: Thread): Uint32Array {
  const index = thread.keep(
    'hubs',
    task.round,
    () => new AuditIndex(task.hubs, task.threshold, task.similarity),
  )
  const matches: number[] = []
  for (let chunk = task.from; chunk <= task.to; chunk++) {
    for (const { positions, sizes, elements } of readSets(thread.store, [task.sets], chunk)) {
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
