import { needsOf } from '../dedup/needs.js'
import { checkPath } from '../model/check.js'
import { TooLarge } from '../model/errors.js'
import { Lifetime } from '../temporary/lifetime.js'
import { checkNoData } from '../write/node-no-overwrite.js'
import { checkWritable } from '../write/node-open-table.js'
import { checkFolder } from '../write/node-sink.js'
import { openScan } from './contamination-scan.js'
import type {
  ContaminatedSpan,
  Decontaminated,
  DecontaminatedFiles,
  DecontaminateOptions,
} from './decontaminate-types.js'
import type { DocumentSource } from './document-source.js'
import { filesRequest } from './files-request.js'
import { pick, READ_NAMES } from './search-options.js'
import { type ContaminationRequest, checkEditable, writeDecontaminated } from './write-decontaminated.js'

/** Spans beyond this are not kept in memory. */
const MAX_SPANS = 2 ** 20

/**
 * Finds the benchmark items that training documents contain. The result is exact; line breaks, case and punctuation are
 * ignored. A document contains an item of n words if some window of 1.25 n words has at least `minOverlap` of the item's runs
 * of k words.
 *
 * @param documents a path, a glob or a folder, a list of those, or documents in any iterable or async iterable
 * @example
 * const { spans } = await decontaminate('train/*.jsonl', { benchmarks: 'benchmarks', minOverlap: 0.8 })
 * for (const { document, benchmark, item } of spans) console.log(`${document} has ${item} of ${benchmark}`)
 */
export async function decontaminate(
  documents: DocumentSource,
  options: DecontaminateOptions,
): Promise<Decontaminated> {
  if (options.write !== undefined) return decontaminateFiles(documents, options, options.write)
  const spans: ContaminatedSpan[] = []
  await using scan = await openScan(documents, options)
  const { documents: total } = scan.search.result
  const onRead = (done: number) => options.onProgress?.({ stage: 'verify', done, total, documents: total })
  const { summary } = await scan.run(({ spans: found }) => {
    if (spans.length + found.length > MAX_SPANS) {
      const hint =
        'search fewer documents at a time, or use `likewise decontaminate`, which writes spans to a file'
      throw new TooLarge('spans in memory', spans.length + found.length, MAX_SPANS, hint)
    }
    spans.push(...found)
  }, onRead)
  return { summary, spans }
}

/** Whole documents are removed, whatever else they contain. */
const KEEP = { survivor: 'first', onePerCluster: false, source: undefined } as const

/**
 * Searches documents, and writes them with a report of what was found.
 *
 * @internal
 * @param nameOf the name of a benchmark in results; default: that of its file
 */
export async function decontaminateFiles(
  documents: DocumentSource,
  options: DecontaminateOptions,
  write: DecontaminatedFiles,
  nameOf?: (benchmark: string) => string,
): Promise<Decontaminated> {
  const { signal, onProgress } = options
  const request: ContaminationRequest = {
    ...(await filesRequest(documents, KEEP, write, pick(options, READ_NAMES))),
    ...checkedOutputs(write),
  }
  await using scan = await openScan(documents, options, {
    needs: { ...needsOf(request), whole: true },
    ...(nameOf && { nameOf }),
  })
  checkEditable(request, scan)
  const { documents: total } = scan.search.result
  try {
    const { summary } = await writeDecontaminated(request, scan, {
      lifetime: new Lifetime(),
      onRead: (done) => onProgress?.({ stage: 'verify', done, total, documents: total }),
    })
    return { summary, spans: [] }
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  }
}

function checkedOutputs({ report, edited, force = false }: DecontaminatedFiles) {
  checkPath('write.report', report)
  if (edited !== undefined) checkPath('write.edited', edited)
  if (!force) checkNoData([report, ...(edited === undefined ? [] : [edited])], 'force')
  checkWritable(report)
  if (edited !== undefined) checkFolder(edited)
  return {
    report: { option: 'report', path: report },
    edited: edited === undefined ? undefined : { option: 'edited', path: edited },
  }
}
