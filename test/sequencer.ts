import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, in this order: whatever starts late ends alone. */
const LONG = [/spark\.test/, /\/browser\//, /\/conformance\//, /\/data\//]

/** Projects whose files share a process, which is kept only from one such file to the next. */
const SHARING = ['program', 'shared']

/** Files that take long first, and last those that share a process. */
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
  const sharing = SHARING.indexOf(project.name)
  if (sharing >= 0) return LONG.length + 1 + sharing
  const at = LONG.findIndex((pattern) => pattern.test(moduleId))
  return at < 0 ? LONG.length : at
}
