import type { KernelOptions } from '../../kernel/kernel.js'
import type { Plan } from '../../model/plan.js'
import type { Source } from '../../read/source.js'
import type { NodeFindOptions } from '../node/node-engine-options.js'
import type { Pool } from '../node/node-pool.js'
import type { BlockMaker } from './block-maker.js'
import type { Copies } from './identical/copies.js'
import type { MemoryShares } from './memory-budget.js'

/** The documents that are neither empty nor bad nor like an earlier one. */
export interface Distinct {
  /** A bit for each position. Shared. */
  readonly bits: Uint32Array
  readonly count: number
  readonly copies: Copies
}

/** What a run works with. */
export interface RunParts {
  readonly source: Source
  readonly plan: Plan
  readonly options: NodeFindOptions
  readonly pool: Pool
  readonly blocks: BlockMaker
  readonly memory: MemoryShares
}

/** What the kernel makes of lines: band keys, or sets. */
export function kernelOptions(
  { plan, source }: Pick<RunParts, 'plan' | 'source'>,
  keepSets: boolean,
): KernelOptions {
  const { stopWords, ...rest } = plan.shingle
  const bands =
    plan.method === 'bands' && !keepSets
      ? { bands: { bands: plan.bands, rows: plan.rows, scheme: plan.scheme } }
      : {}
  return {
    shingle: { ...rest, ...(stopWords && { stopWords }) },
    ...bands,
    textFields: source.textFields,
    ...(source.idField !== undefined && {
      idField: source.idField,
      isIdOptional: source.isIdDetected ?? false,
    }),
    keepSets,
  }
}
