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
  'match',
  'compare',
  'plagiarism',
  'recommend',
  'fingerprints',
] as const
/** Commands with a thread of their own, so that they block neither signals nor the check of the memory budget. */
export const IN_OWN_THREAD = [...ON_ONE_THREAD, 'index'] as const
/**
 * Commands that have a thread of their own for inputs of at least so many bytes: it takes about 20 ms to start, and smaller inputs do not
 * block the main thread for long. A join can compare many pairs of few sets.
 */
export const IN_OWN_THREAD_IF_LARGE = { find: 1e6, dedup: 1e6, join: 1e5, probe: 1e5 } as const
export const REPORTS = [...READS, 'recluster', 'restore', 'match', 'recommend', 'fingerprints'] as const
/** Commands that run until they are stopped. */
export const SERVING = ['serve', 'mcp'] as const
/** Commands that open a live index. */
export const INDEXED = ['index', ...SERVING] as const
