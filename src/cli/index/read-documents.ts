import { type EarlierRun, isRunDirectory, openEarlierRun } from '../../engine/node/node-earlier-run.js'
import { isId } from '../../model/document-id.js'
import { BadRecord, UnreadableInput } from '../../model/errors.js'
import { noId } from '../../model/record-problems.js'
import { fieldValue, recordText } from '../../model/record-text.js'
import { BadRecords } from '../../read/bad-records.js'
import { openSource } from '../../read/node-open-source.js'
import { readRecords } from '../../read/node-records.js'
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
  documents(): AsyncGenerator<StoreDocument>
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
  const bad = new BadRecords(values['on-error'] ?? 'stop')
  let skipped = source.skipped.length
  const skip = (error: BadRecord) => {
    bad.add(error)
    skipped++
  }
  return {
    source,
    filesRead: countFiles(source),
    fields: chosenFields(source),
    read: inputReport(source.notes),
    get skipped() {
      return skipped
    },
    async *documents() {
      const onBad = () => {
        skipped++
      }
      const onError = values['on-error']
      for await (const record of readRecords(source, { ...(onError && { onError }), onBad })) {
        const { position, file, line, value } = record
        const { name } = source.files[file]!
        const read = recordText(value, source.textFields)
        const id = source.idField === undefined ? position : fieldValue(value, source.idField)
        if ('problem' in read) skip(new BadRecord(name, line, read.problem))
        else if (!isId(id)) skip(new BadRecord(name, line, noId(source.idField!, id)))
        else yield { id, text: read.text }
      }
    },
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
