import type { RequestOption } from '../../engine/request.js'

/** The flag of each search option that has exactly one. Shingling has several flags, in options/shingles.ts. */
export const FLAG_OF = {
  threshold: 'threshold',
  similarity: 'similarity',
  recall: 'recall',
  method: 'method',
  seed: 'seed',
  slots: 'slots',
  bands: 'bands',
  rows: 'rows',
  maxGroup: 'max-group',
  keepPairsFrom: 'keep-pairs-from',
  plan: 'plan',
  clusters: 'cluster-by',
  audit: 'audit',
  against: 'against',
  alsoWithin: 'also-within',
  onError: 'on-error',
  workers: 'workers',
  memory: 'memory',
  runDir: 'run-dir',
  resume: 'resume',
} as const satisfies { readonly [Name in RequestOption]?: string }

/** An option of a search that has a flag. */
export type FlaggedOption = keyof typeof FLAG_OF
