import type { DedupRequest, KeepRequest } from '../dedup/dedup-request.js'
import { checkOneSchema, storedFormat } from '../dedup/input-format.js'
import { isCopied, PLAIN_JSON_LINES } from '../dedup/stored-ending.js'
import { checkPath } from '../model/check.js'
import { checkNoData } from '../write/node-no-overwrite.js'
import { checkWritable } from '../write/node-open-table.js'
import { isParquet } from '../write/node-output.js'
import { checkFolder } from '../write/node-sink.js'
import type { DedupFiles } from './dedup-files.js'
import { type DocumentSource, pathsOf, type ReadOptions } from './document-source.js'

/** Checks the files that documents will be written to, before anything is read. */
export async function filesRequest(
  source: DocumentSource,
  keep: KeepRequest,
  { kept, removed, manifest, force = false }: DedupFiles,
  { text: _, ...reading }: ReadOptions,
): Promise<DedupRequest> {
  for (const [name, path] of Object.entries({ kept, removed, manifest })) checkPath(`write.${name}`, path)
  if (!force) checkNoData([kept, removed, manifest], 'force')
  const inputs = pathsOf(source) ?? []
  const outputs = { kept: { option: 'kept', path: kept }, removed: { option: 'removed', path: removed } }
  const { ending: stored } = inputs.length === 0 ? PLAIN_JSON_LINES : await storedFormat(inputs, reading)
  checkFolder(manifest)
  for (const which of ['kept', 'removed'] as const) {
    const { path } = outputs[which]
    if (isCopied(stored, outputs[which], which)) checkFolder(path)
    else checkWritable(path)
  }
  if (stored === '.parquet' && Object.values(outputs).some(isParquet)) await checkOneSchema(inputs, reading)
  return { ...keep, inputs, ...outputs, manifest: { option: 'manifest', path: manifest }, stored }
}
