import { TooLarge } from '../model/errors.js'
import { openScan } from './contamination-scan.js'
import type { ContaminatedSpan, Decontaminated, DecontaminateOptions } from './decontaminate-types.js'
import type { DocumentSource } from './document-source.js'

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
