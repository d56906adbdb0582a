import { withoutSpans, withText } from '../apps/decontaminate/edit-record.js'
import type { DedupRequest } from '../dedup/dedup-request.js'
import { partition } from '../dedup/partition.js'
import { parseLine } from '../dedup/writers.js'
import { InvalidOption } from '../model/errors.js'
import type { Lifetime } from '../temporary/lifetime.js'
import { openLines } from '../write/node-open-table.js'
import { idColumn, type Output } from '../write/node-output.js'
import { writeTable } from '../write/node-write-table.js'
import type { Written } from '../write/written.js'
import type { ContaminatedDocument, Scan } from './contamination-scan.js'
import type { ContaminationSummary } from './decontaminate-types.js'

/** Where to write the documents, and what was found in them. */
export interface ContaminationRequest extends DedupRequest {
  /** The list of spans, and of items that are too short. */
  readonly report: Output
  /** The output for documents without the spans of items; undefined: whole documents are removed. */
  readonly edited: Output | undefined
}

/** How files are written. */
interface WriteHooks {
  readonly lifetime: Lifetime
  /** Called with the number of documents searched so far. */
  readonly onRead?: (documents: number) => void
  /** Called when all documents have been searched. */
  readonly onSearched?: () => void
}

/** What was found and written. */
interface WrittenFiles extends Awaited<ReturnType<typeof partition>> {
  readonly summary: ContaminationSummary
  readonly report: Written
}

/** Documents can be edited only if they have one text. */
export function checkEditable({ edited }: Pick<ContaminationRequest, 'edited'>, { search }: Scan): void {
  const { textFields } = search.source
  if (edited !== undefined && textFields.length > 1)
    throw new InvalidOption('text', textFields.join(', '), 'a single text field to write edited documents')
}

/** Searches the documents, and writes them to the kept or the removed ones, with a report of the items and a manifest. */
export async function writeDecontaminated(
  request: ContaminationRequest,
  scan: Scan,
  { lifetime, onRead, onSearched }: WriteHooks,
): Promise<WrittenFiles> {
  const edited = request.edited && (await openEdited(request.edited, scan))
  const release = lifetime.onEnd(() => edited?.abort())
  let scanned: Awaited<ReturnType<Scan['run']>> | undefined
  let report: Written
  try {
    report = await writeTable(request.report, reportColumns(request.report), lifetime, async (writer) => {
      scanned = await scan.run(async (document) => {
        for (const { position, document: id, benchmark, item, overlap, start, end } of document.spans)
          await writer.write({
            status: 'contained',
            benchmark,
            item,
            document: id,
            position,
            overlap,
            start,
            end,
          })
        await edited?.write(document)
      }, onRead)
      for (const { benchmark, id } of scan.items.tooShort)
        await writer.write({ status: 'too-short', benchmark, item: id })
    })
    await edited?.close()
  } catch (error) {
    await edited?.abort()
    throw error
  } finally {
    release()
  }
  const { removal, idOf, summary } = scanned!
  onSearched?.()
  const hooks = { lifetime, reason: 'contaminated' } as const
  return { ...(await partition(request, scan.search, removal, idOf, hooks)), summary, report }
}

function reportColumns(output: Output) {
  return [
    { name: 'status', type: 'string' },
    { name: 'benchmark', type: 'string' },
    { name: 'item', type: idColumn('item', output) },
    { name: 'document', type: idColumn('document', output) },
    { name: 'position', type: 'integer' },
    { name: 'overlap', type: 'number' },
    { name: 'start', type: 'integer' },
    { name: 'end', type: 'integer' },
  ] as const
}

/** Writes documents without the spans of benchmark items. */
async function openEdited(output: Output, { search: { source }, items: { index } }: Scan) {
  const lines = await openLines(output.path)
  return {
    async write({ line, text, spans }: ContaminatedDocument): Promise<void> {
      const edited = withoutSpans(text, spans, (rest) => index.find(rest))
      const record = withText(parseLine(line), source.textFields[0]!, edited)
      await lines.write(Buffer.from(JSON.stringify(record)))
    },
    close: () => lines.close(),
    abort: () => lines.abort(),
  }
}
