import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, in this order: whatever starts late ends alone. */
const LONG = [/spark/, /\/browser\//, /\/conformance\//, /\/data\//, /\/cli\//]

/** Files that take long first, and last those that share a process: it is kept only from one such file to the next. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted
      .map((file, i) => ({ file, i, rank: rankOf(file) }))
      .sort((one, other) => one.rank - other.rank || one.i - other.i)
      .map(({ file }) => file)
  }
}

function rankOf({ moduleId, project }: TestSpecification): number {
  if (!project.config.isolate) return LONG.length + 1
  const at = LONG.findIndex((pattern) => pattern.test(moduleId))
  return at < 0 ? LONG.length : at
}
