import type { SourceOptions } from '../../read/source-options.js'
import type { OptionValues } from '../options/table.js'
import { UsageError } from '../usage-error.js'

/** How documents are read, as the command line has it. */
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

/** The id field that is named; false: none is to be detected. */
export function idRequest(values: OptionValues): string | false | undefined {
  if (values['no-id'] === undefined) return values.id
  if (values.id === undefined) return false
  throw new UsageError(`--no-id conflicts with --id ${values.id}`, 'leave out one of the two')
}

/** How delimited text is laid out, as far as the command line says. */
export function delimitedRequest({ delimiter, header }: OptionValues) {
  return {
    ...(delimiter !== undefined && { delimiter }),
    ...(header !== undefined && { header: header === 'yes' }),
  }
}
