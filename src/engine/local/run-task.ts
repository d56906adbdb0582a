import type { PairBatch } from '../../model/pair.js'
import { type PrefixStatistics, samplePrefixes } from '../../plan/prefix-statistics.js'
import { runAuditTask } from './audit-task.js'
import { runBandTask } from './band-task.js'
import type { Block } from './blocks/block.js'
import { runEqualTask } from './equal-task.js'
import { runHubTask } from './hub-task.js'
import { runJoinTask, runTopTask } from './join/join-task.js'
import { runLargeBucketsTask, runLargeListsTask } from './large-buckets.js'
import { dropJoinMemory, runLargeJoinTask } from './large-join-task.js'
import { runPrefixTask } from './prefix-task.js'
import { dropReused } from './reused-arrays.js'
import { runSetsTask } from './sets-task.js'
import { runCopiesTask, runSettleTask } from './settle-task.js'
import { runSketchTask } from './sketch-task.js'
import type { Task } from './tasks.js'

/** The kind of the last task in this thread. */
let lastKind: Task['kind'] | undefined

/** Does one task, in a worker or in the main thread. */
export function runTask(task: Task): Block[] | Uint32Array | PairBatch | PrefixStatistics {
  if (task.kind !== lastKind) {
    dropReused()
    dropJoinMemory()
    lastKind = task.kind
  }
  switch (task.kind) {
    case 'sketch':
      return [runSketchTask(task)]
    case 'equal':
      return runEqualTask(task)
    case 'large-buckets':
      return [runLargeBucketsTask(task)]
    case 'large-lists':
      return [runLargeListsTask(task)]
    case 'hub':
      return runHubTask(task)
    case 'large-join':
      return runLargeJoinTask(task)
    case 'band':
      return runBandTask(task)
    case 'prefix':
      return runPrefixTask(task)
    case 'sets':
      return [runSetsTask(task)]
    case 'settle':
      return runSettleTask(task)
    case 'audit':
      return runAuditTask(task)
    case 'copies':
      return runCopiesTask(task)
    case 'join':
      return runJoinTask(task)
    case 'top':
      return runTopTask(task)
    case 'try-prefixes':
      return samplePrefixes(task.sample, task.threshold)
  }
}
