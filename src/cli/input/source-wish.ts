import type { SourceOptions } from '../../read/node-open-source.js'
import type { OptionValues } from '../options/table.js'

/** How documents are read, as the command line has it. */
export type SourceWish = Omit<SourceOptions, 'temporary'>

export function sourceWish(values: OptionValues): SourceWish {
  const { text, id, format, encoding, exclude, memory } = values
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

/** How delimited text is laid out, as far as the command line says. */
export function delimitedWish({ delimiter, header }: OptionValues) {
  return {
    ...(delimiter !== undefined && { delimiter }),
    ...(header !== undefined && { header: header === 'yes' }),
  }
}
