import type { KernelOptions } from '../../../kernel/kernel.js'
import type { Plan } from '../../../model/plan.js'
import type { Source } from '../../../read/source.js'

/** What the kernel makes of lines: band keys, or sets. */
export function kernelOptions(
  { plan, source }: { readonly plan: Plan; readonly source: Source },
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
