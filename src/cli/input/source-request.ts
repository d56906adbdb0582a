import type { SourceOptions } from '../../read/source-options.js'
import type { OptionValues } from '../options/table.js'
import { UsageError } from '../usage-error.js'

/** How documents are read, according to the command line. */
export type SourceRequest = Omit<SourceOptions, 'temporary'>

export function sourceRequest(values: OptionValues): SourceRequest {
  const { text, format, encoding, exclude, memory } = values
  const id = idRequest(values)
  const onError = values['on-error']
  return {
    ...(text !== undefined && { text }),
    ...(id !== undefined && { id }),
    ...(format !== undefined && format !== 'sets' && { format }),
    ...delimitedRequest(values),
    ...(encoding !== undefined && { encoding }),
    ...(exclude !== undefined && { exclude }),
    ...(onError !== undefined && { onError }),
    ...(memory !== undefined && { memory }),
  }
}

/** The id field named on the command line; false: do not detect one. */
export function idRequest(values: OptionValues): string | false | undefined {
  if (values['no-id'] === undefined) return values.id
  if (values.id === undefined) return false
  throw new UsageError(`--no-id conflicts with --id ${values.id}`, 'leave out one of the two')
}

/** The layout of delimited text, as far as the command line specifies it. */
export function delimitedRequest({ delimiter, header }: OptionValues) {
  return {
    ...(delimiter !== undefined && { delimiter }),
    ...(header !== undefined && { header: header === 'yes' }),
  }
}
