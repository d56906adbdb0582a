import { KERNEL_WORK } from '../../kernel/kernel-work.js'
import { findLevels, type LargeLevels } from '../../plan/large-buckets.js'
import { type PrefixStatistics, prefixStatistics } from '../../plan/prefix-statistics.js'
import type { ComparedWithHubs } from '../oversized/hub-comparison.js'
import { runAuditTask } from './audit/audit-task.js'
import { runBandTask, runConnectTask } from './bands/band-task.js'
import type { Block } from './blocks/block.js'
import { runTilesTask } from './candidates/tiles-task.js'
import type { AddedWords } from './groups/components.js'
import { runUniteTask, runWeighTask } from './groups/connect-task.js'
import { runSetsTask } from './groups/sets-task.js'
import type { EqualRecords } from './identical/copies.js'
import { runEqualTask } from './identical/equal-task.js'
import { type FoundInRecord, runItemsTask } from './items/items-task.js'
import { runHubTask } from './oversized/hub-task.js'
import { runLargeBucketsTask } from './oversized/large-buckets.js'
import { runLargeJoinTask } from './oversized/large-join-task.js'
import { runPrefixTask } from './prefixes/prefix-task.js'
import { runSampleTask, type SamplePart } from './read/sample-task.js'
import { runSketchTask } from './read/sketch-task.js'
import type { DocumentTask } from './tasks.js'
import type { Thread } from './threads/thread.js'
import { runSpreadTask } from './verify/spread-task.js'
import { runCopiesTask, runVerifyTask } from './verify/verify-task.js'

export function runDocumentTask(
  task: DocumentTask,
  thread: Thread,
):
  | Block[]
  | Uint32Array
  | ComparedWithHubs
  | PrefixStatistics
  | LargeLevels
  | SamplePart
  | readonly FoundInRecord[]
  | AddedWords
  | EqualRecords {
  thread.begin(task.kind)
  switch (task.kind) {
    case 'sketch':
      return runSketchTask(task, thread)
    case 'equal':
      return runEqualTask(task, thread)
    case 'large-buckets':
      return [runLargeBucketsTask(task, thread)]
    case 'hub':
      return runHubTask(task, thread)
    case 'large-join':
      return runLargeJoinTask(task, thread)
    case 'band':
      return runBandTask(task, thread)
    case 'connect':
      return runConnectTask(task, thread)
    case 'prefix':
      return runPrefixTask(task, thread)
    case 'unite':
      return runUniteTask(task, thread)
    case 'weigh':
      return runWeighTask(task, thread)
    case 'sets':
      return [runSetsTask(task, thread)]
    case 'tiles':
      return runTilesTask(task, thread)
    case 'verify':
      return runVerifyTask(task, thread)
    case 'audit':
      return runAuditTask(task, thread)
    case 'copies':
      return runCopiesTask(task, thread)
    case 'spread':
      return runSpreadTask(task, thread)
    case 'items':
      return runItemsTask(task, thread)
    case 'sample':
      return runSampleTask(task, thread)
    case 'try-prefixes':
      return prefixStatistics(task.distinct, task.threshold, task.similarity, KERNEL_WORK)
    case 'try-layouts':
      return findLevels(task.large, task.layouts, KERNEL_WORK)
  }
}
