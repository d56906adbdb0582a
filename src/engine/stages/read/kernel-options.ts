import type { KernelOptions } from '../../../kernel/kernel.js'
import type { Plan } from '../../../model/plan.js'
import { fieldsOfFile, holdsSets } from '../../../read/sides.js'
import type { Source } from '../../../read/source.js'

/**
 * The options with which the kernel turns lines into sets, or into the keys of their buckets.
 *
 * @param file the file of the source that the lines are in
 */
export function kernelOptions(
  { plan, source }: { readonly plan: Plan; readonly source: Source },
  keepSets: boolean,
  file = 0,
): KernelOptions {
  const { textFields, idField, isIdDetected = false } = fieldsOfFile(source, file)
  const { stopWords, ...rest } = plan.shingle
  return {
    shingle: { ...rest, ...(stopWords && { stopWords }) },
    ...(holdsSets(source, file) && { lines: 'sets' as const }),
    textFields,
    ...(idField !== undefined && { idField, isIdOptional: isIdDetected }),
    keepSets,
  }
}
