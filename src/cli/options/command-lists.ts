// Lists of commands that share options.

export const SEARCH = ['find', 'dedup'] as const
/** Commands that accept a second side (--against). */
export const COMPARES = [...SEARCH, 'explain'] as const
export const PLANNED = [...SEARCH, 'explain', 'tune'] as const
export const SETS = ['join', 'probe'] as const
export const SHINGLED = [...PLANNED, ...SETS, 'compare', 'index'] as const
export const READS = [...SHINGLED, 'plagiarism', 'decontaminate'] as const
/** Commands that write files. */
export const WRITES = [
  ...SEARCH,
  ...SETS,
  'recluster',
  'restore',
  'match',
  'plagiarism',
  'recommend',
  'fingerprints',
  'tune',
  'index',
  'decontaminate',
] as const
/** Commands that run on one thread and keep their input in memory. */
export const ON_ONE_THREAD = [
  'recluster',
  'restore',
  'compare',
  'plagiarism',
  'recommend',
  'fingerprints',
] as const
/** Commands that keep their input in memory. */
export const IN_MEMORY = [...ON_ONE_THREAD, 'match'] as const
/** Commands with a thread of their own, so that they block neither signals nor the check of the memory budget. */
export const IN_OWN_THREAD = [...IN_MEMORY, 'index'] as const
/**
 * Commands that have a thread of their own for inputs of at least so many bytes: smaller inputs do not block the main thread for long, and
 * the thread takes time to start and 12 MB of memory, which is much for a join. A join lets signals through between its parts.
 */
export const IN_OWN_THREAD_IF_LARGE = { find: 1e6, dedup: 1e6, join: 5e6, probe: 5e6 } as const
export const REPORTS = [...READS, 'recluster', 'restore', 'match', 'recommend', 'fingerprints'] as const
/** Commands that run until they are stopped. */
export const SERVING = ['serve', 'mcp'] as const
/** Commands that open a live index. */
export const INDEXED = ['index', ...SERVING] as const
