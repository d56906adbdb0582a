import { AuditIndex } from '../../../audit/audit-index.js'
import { reachesInReverse } from '../../../audit/audit-pairs.js'
import { type SetCollection, sizeAt } from '../../../model/set-collection.js'
import { readUnit } from '../read/unit-reader.js'
import type { AuditTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'

/**
 * Compares all documents of a unit with the sampled ones. Returns two words per match: the number of the sampled document and the position.
 */
export function runAuditTask(task: AuditTask, thread: Thread): Uint32Array {
  const index = thread.keep(
    'audit',
    0,
    () => new AuditIndex(task.sampledSets, task.threshold, task.similarity),
  )
  const kernel = thread.kernel(task.kernel)
  const { similarity, threshold } = task
  const matches: number[] = []
  let position = task.first
  const take = (bytes: Uint8Array, _: number, final: boolean) => {
    const { sets, count, consumed } = kernel.readJsonLines(bytes, final)
    visitSets(sets!, count, (set) => {
      if (set.length > 0)
        index.probe(set, (number, _, overlap) => {
          const isTrue =
            !task.isAgainst ||
            reachesInReverse(similarity, threshold, sizeAt(task.sampledSets, number), set.length, overlap)
          if (isTrue) matches.push(number, position)
        })
      position++
    })
    return consumed
  }
  const skip = () => {
    position++
  }
  readUnit(thread.inputs, task.unit, task.maxLineBytes, { take, skip, kernel })
  return Uint32Array.from(matches)
}

function visitSets(
  { offsets, elements }: SetCollection,
  count: number,
  visit: (set: Uint32Array) => void,
): void {
  for (let i = 0; i < count; i++) visit(elements.subarray(offsets[i]!, offsets[i + 1]!))
}
