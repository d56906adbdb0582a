import type { KernelOptions } from '../../../kernel/kernel.js'
import type { Plan } from '../../../model/plan.js'
import { fieldsOfFile, holdsSets, type RecordFields } from '../../../read/sides.js'
import type { Source } from '../../../read/source.js'

/**
 * The options with which the kernel turns lines into sets, or into the keys of their buckets, by the file of the source that the lines are
 * in. They may be large, because of phrases to ignore. Files with the same fields have the same object, so that each thread gets it once.
 * Sets are views, which the next batch overwrites.
 *
 * @param more options that are the same for every file
 */
export function kernelOptions(
  { plan, source }: { readonly plan: Plan; readonly source: Pick<Source, 'against'> & RecordFields },
  keepSets: boolean,
  more: Pick<KernelOptions, 'bands' | 'keepIds'> = {},
): (file: number) => KernelOptions {
  const { stopWords, ...rest } = plan.shingle
  const shingle = { ...rest, ...(stopWords && { stopWords }) }
  const known = new Map<RecordFields, KernelOptions>()
  return (file) => {
    const fields = fieldsOfFile(source, file)
    const { textFields, idField, isIdDetected = false } = fields
    const options = known.get(fields) ?? {
      shingle,
      ...(holdsSets(source, file) && { lines: 'sets' as const }),
      textFields,
      ...(idField !== undefined && { idField, isIdOptional: isIdDetected }),
      keepSets: keepSets && 'views',
      ...more,
    }
    known.set(fields, options)
    return options
  }
}
