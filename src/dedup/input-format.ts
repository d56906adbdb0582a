/// <reference types="node" />
import { UnreadableInput } from '../model/errors.js'
import { ParquetFile } from '../parquet/node-parquet-file.js'
import { writeThrift } from '../parquet/thrift.js'
import { isDelimited } from '../read/format.js'
import { type ListOptions, listInputs } from '../read/node-inputs.js'
import type { SourceOptions } from '../read/source-options.js'
import { haveOneLayout } from './one-layout.js'
import type { StoredEnding } from './stored-ending.js'

/** The extension for kept and removed documents: that of the inputs if they all have the same, otherwise that of JSON Lines. */
export async function storedEnding(inputs: readonly string[], options: SourceOptions): Promise<StoredEnding> {
  // Missing inputs are reported when they are opened.
  const found = await listInputs(inputs, options).catch(() => [])
  const [first] = found
  if (first === undefined || found.some(({ format }) => format !== first.format)) return '.jsonl'
  if (first.format === 'parquet') return '.parquet'
  return isDelimited(first.format) && (await haveOneLayout(found, options)) ? `.${first.format}` : '.jsonl'
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
