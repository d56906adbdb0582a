import type { SourceOptions } from '../../read/source-options.js'
import type { OptionValues } from '../options/table.js'
import { UsageError } from '../usage-error.js'

/** How documents are read, as the command line has it. */
export type SourceWish = Omit<SourceOptions, 'temporary'>

export function sourceWish(values: OptionValues): SourceWish {
  const { text, format, encoding, exclude, memory } = values
  const id = idWish(values)
  const onError = values['on-error']
  return {
    ...(text !== undefined && { text }),
    ...(id !== undefined && { id }),
    ...(format !== undefined && format !== 'sets' && { format }),
    ...delimitedWish(values),
    ...(encoding !== undefined && { encoding }),
    ...(exclude !== undefined && { exclude }),
    ...(onError !== undefined && { onError }),
    ...(memory !== undefined && { memory }),
  }
}

/** The id field that is named; false: none is to be detected. */
export function idWish(values: OptionValues): string | false | undefined {
  if (values['no-id'] === undefined) return values.id
  if (values.id === undefined) return false
  throw new UsageError(`--no-id conflicts with --id ${values.id}`, 'leave out one of the two')
}

/** How delimited text is laid out, as far as the command line says. */
export function delimitedWish({ delimiter, header }: OptionValues) {
  return {
    ...(delimiter !== undefined && { delimiter }),
    ...(header !== undefined && { header: header === 'yes' }),
  }
}
