// Commands that have options in common.

export const SEARCH = ['find', 'dedup'] as const
export const PLANNED = [...SEARCH, 'explain'] as const
export const SETS = ['join', 'probe'] as const
export const SHINGLED = [...PLANNED, ...SETS, 'compare'] as const
export const READS = [...SHINGLED, 'plagiarism'] as const
export const REPORTS = [
  ...READS,
  'recluster',
  'restore',
  'match',
  'tune',
  'recommend',
  'fingerprints',
] as const
