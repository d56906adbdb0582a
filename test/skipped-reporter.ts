import type { Reporter, TestModule } from 'vitest/node'

/** Says at the end why tests were skipped, by the reasons in their titles (`titled` in outside.ts). */
export class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>()
    for (const module of modules) {
      for (const { fullName } of module.children.allTests('skipped')) {
        const reason = /\(skipped: (.*?)\)(?: >|$)/.exec(fullName)?.[1]
        if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1)
      }
    }
    if (counts.size > 0) console.log()
    for (const [reason, count] of counts)
      console.log(`${count} ${count === 1 ? 'test' : 'tests'} skipped: ${reason}`)
  }
}
