import type { RequestOption } from '../../engine/request.js'

/** The flag of each option of a search or a join that has exactly one. Shingling has several flags, in options/shingles.ts. */
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
  maxEqual: 'max-equal',
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
} as const satisfies { readonly [Name in RequestOption | 'maxEqual']?: string }

/** An option of a search that has a flag. */
export type FlaggedOption = keyof typeof FLAG_OF
