import { AuditIndex } from '../../../audit/audit-index.js'
import type { SetCollection } from '../../../model/set-collection.js'
import { readUnit } from '../../node/node-unit-reader.js'
import type { AuditTask } from '../tasks.js'
import { kernelFor } from '../threads/kernels.js'

/** The index of the audit that this thread works on. */
let current: { readonly audit: number; readonly index: AuditIndex } | undefined

/** Leads all documents of a unit past the drawn ones: for each match two words, the number of the drawn one and the position. */
export function runAuditTask(task: AuditTask): Uint32Array {
  const index = indexOf(task)
  const kernel = kernelFor(task.kernel)
  const matches: number[] = []
  let position = task.first
  const read = (bytes: Uint8Array, _: number, final: boolean) => {
    const { sets, count, consumed } = kernel.readJsonLines(bytes, final)
    visitSets(sets!, count, (set) => {
      if (set.length > 0) index.probe(set, (drawn) => matches.push(drawn, position))
      position++
    })
    return consumed
  }
  readUnit(task.unit, task.mostLineBytes, read, () => {
    position++
  })
  return Uint32Array.from(matches)
}

function visitSets(
  { offsets, elements }: SetCollection,
  count: number,
  visit: (set: Uint32Array) => void,
): void {
  for (let i = 0; i < count; i++) visit(elements.subarray(offsets[i]!, offsets[i + 1]!))
}

function indexOf({ audit, drawn, threshold }: AuditTask): AuditIndex {
  if (current?.audit !== audit) current = { audit, index: new AuditIndex(drawn, threshold) }
  return current.index
}
