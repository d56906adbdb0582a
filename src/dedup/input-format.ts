/// <reference types="node" />
import { UnreadableInput } from '../model/errors.js'
import { ParquetFile } from '../parquet/node-parquet-file.js'
import { writeThrift } from '../parquet/thrift.js'
import { isDelimited } from '../read/format.js'
import type { Input } from '../read/input.js'
import { type ListOptions, listInputs } from '../read/node-inputs.js'
import type { SourceOptions } from '../read/source-options.js'
import { haveOneEncoding, haveOneLayout } from './one-layout.js'
import { PLAIN_JSON_LINES, type StoredEnding, type StoredFormat } from './stored-ending.js'

/** How kept and removed documents are stored by default: like the inputs if they are all alike, otherwise as JSON Lines. */
export async function storedFormat(inputs: readonly string[], options: SourceOptions): Promise<StoredFormat> {
  // Missing inputs are reported when they are opened.
  const found = await listInputs(inputs, options).catch(() => [])
  const [first] = found
  if (first === undefined) return PLAIN_JSON_LINES
  const ending = await endingOf(found, options)
  const isSame = ending !== '.parquet' && found.every(({ compression }) => compression === first.compression)
  const compression = isSame ? first.compression : undefined
  return { ending, compression: compression === undefined ? '' : compression === 'gzip' ? '.gz' : '.zst' }
}

async function endingOf(inputs: readonly Input[], options: SourceOptions): Promise<StoredEnding> {
  const [{ format }] = inputs as readonly [Input]
  if (inputs.some((input) => input.format !== format)) return '.jsonl'
  if (format === 'parquet' || format === 'json') return `.${format}`
  if (format === 'lines') return (await haveOneEncoding(inputs, options)) ? '.txt' : '.jsonl'
  return isDelimited(format) && (await haveOneLayout(inputs, options)) ? `.${format}` : '.jsonl'
}

/** Rejects Parquet files with different columns, because the rows of all of them are copied to one file as they are stored. */
export async function checkOneSchema(inputs: readonly string[], options: ListOptions): Promise<void> {
  let first: { readonly name: string; readonly schema: string } | undefined
  for (const { name, path, isRegular } of await listInputs(inputs, options)) {
    if (!isRegular) continue
    const schema = await schemaOf(path!)
    if (schema === undefined) continue
    first ??= { name, schema }
    if (schema !== first.schema) {
      throw new UnreadableInput(
        name,
        `its columns differ from those of ${first.name}`,
        'deduplicate files with the same columns, or write JSON Lines: `kept: FILE.jsonl` `removed: FILE.jsonl`',
      )
    }
  }
}

/** The stored schema; undefined if it cannot be read, which is reported when the input is opened. */
async function schemaOf(path: string): Promise<string | undefined> {
  try {
    const file = await ParquetFile.open(path)
    file.close()
    const elements = file.footer.schema.elements.slice(1).map((element) => writeThrift(element))
    return Buffer.concat(elements).toString('latin1')
  } catch {
    return undefined
  }
}
