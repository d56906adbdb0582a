import { relative } from 'node:path'
import { type RunnerTask, type RunnerTestFile, type SerializedConfig, TestRunner } from 'vitest'
import { isLong, isRest } from './depth.js'
import { isTried } from './left-out.js'

type OnCollected = (files: RunnerTestFile[]) => Promise<void>

/** Drops the tests that a run does not have (test/left-out.ts) before anything is reported of them. */
export default class DepthRunner extends TestRunner {
  constructor(config: SerializedConfig) {
    super(config)
    // Vitest sets a function that reports the tests.
    let report: OnCollected | undefined
    Object.defineProperty(this, 'onCollected', {
      get: (): OnCollected | undefined => report && ((files) => report!(isLong ? files : files.map(pruned))),
      set: (value: OnCollected) => {
        report = value
      },
    })
  }
}

function pruned(file: RunnerTestFile): RunnerTestFile {
  const path = relative(process.cwd(), file.filepath)
  prune(file.tasks, '', (name) => isTried(path, name, isRest ? 'rest' : 'short'))
  return file
}

/** Keeps the tests whose whole names are wanted, and the suites that have any. */
function prune(tasks: RunnerTask[], before: string, isWanted: (name: string) => boolean): void {
  for (const [i, task] of [...tasks.entries()].reverse()) {
    const name = `${before}${task.name}`
    if (task.type === 'suite') prune(task.tasks, `${name} `, isWanted)
    const isKept = task.type === 'suite' ? task.tasks.length > 0 : isWanted(name)
    if (!isKept) tasks.splice(i, 1)
  }
}
