import { type EarlierRun, isRunDirectory, openEarlierRun } from '../../engine/node/node-earlier-run.js'
import { UnreadableInput } from '../../model/errors.js'
import { readDocuments } from '../../node/read-documents.js'
import { openSource } from '../../read/node-open-source.js'
import { type ChosenFields, chosenFields, countFiles, type Source } from '../../read/source.js'
import type { StoreDocument } from '../../store/store.js'
import { type InputReport, inputReport } from '../input/input-report.js'
import { sourceRequest } from '../input/source-request.js'
import type { OptionValues } from '../options/table.js'
import type { ProgressLine } from '../output/progress.js'
import { UsageError } from '../usage-error.js'

/** Documents to add to an index or to look up in it. */
export interface InputDocuments extends AsyncDisposable {
  readonly source: Source
  readonly filesRead: number
  readonly fields: ChosenFields
  /** How the inputs were read. */
  readonly read: InputReport
  /** @param maxIdBytes the longest id as JSON in UTF-8; default: any */
  documents(maxIdBytes?: number): AsyncGenerator<StoreDocument>
  /** The number of bad records skipped so far. */
  readonly skipped: number
}

/** Opens inputs of any format. Documents without an id field are identified by position. */
export async function openInputs(
  inputs: readonly string[],
  values: OptionValues,
  progress: ProgressLine,
  run?: EarlierRun,
): Promise<InputDocuments> {
  const source = await openSource(run?.inputs ?? inputs, {
    ...sourceRequest(values),
    ...run?.fields,
    onRecords: (records) => progress.count('reading the inputs', records, 'document'),
  })
  run?.checkInputs(source)
  const { 'on-error': onError = 'stop' } = values
  let skipped = source.skipped.length
  return {
    source,
    filesRead: countFiles(source),
    fields: chosenFields(source),
    read: inputReport(source.notes),
    get skipped() {
      return skipped
    },
    documents: (maxIdBytes) =>
      readDocuments(
        source,
        onError,
        () => {
          skipped++
        },
        maxIdBytes,
      ),
    [Symbol.asyncDispose]: () => source.close(),
  }
}

/** The finished run whose documents to use, if the input is a run directory. */
export function runAmong(inputs: readonly string[]): EarlierRun | undefined {
  const [path] = inputs
  if (path === undefined || !inputs.some(isRunDirectory)) return undefined
  if (inputs.length > 1)
    throw new UsageError('a run directory cannot be combined with other inputs', 'use it alone')
  return openEarlierRun(path)
}

/** Rejects documents without ids if their positions would replace stored documents. */
export function checkIds({ fields }: InputDocuments, input: string): void {
  if (fields.id !== null) return
  throw new UnreadableInput(
    input,
    'its documents have no ids, and record numbers would replace documents in the index',
    'name the id field with --id',
  )
}
