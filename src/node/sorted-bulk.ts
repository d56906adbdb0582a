import { POSTING_WORDS } from '../engine/stages/contents/contents-block.js'
import type { SortedContent, SortedContents } from '../engine/stages/contents/sorted-contents.js'
import type { BulkContent, BulkContents, BulkDocument, BulkLoad } from '../store/bulk-contents.js'
import { wordsOf } from '../store/byte-strings.js'
import { BANDS } from '../store/keys.js'
import {
  entryBytes,
  type PageEntries,
  type PostingTable,
  pageOf,
  restBytes,
  writeRest,
} from '../store/postings.js'

/** What was read for an index, as a store writes it. */
export function sortedBulk(contents: SortedContents): BulkContents {
  return {
    isSorted: contents.isSorted,
    documents: (withTexts) => documentsOf(contents, withTexts),
    contents: () => contentsOf(contents, (partition) => contents.contents(partition)),
    pages: (table) => pagesOf(contents, table),
  }
}

/** One of several shares of what was read for an index, as a store adds it that need not have it in order. */
export function bulkLoad(contents: SortedContents, share = 0, shares = 1): BulkLoad {
  return {
    contents: () => contentsOf(contents, (partition) => contents.unsorted(partition), share, shares),
    pages: (table) => pagesOf(contents, table, share, shares),
  }
}

function* documentsOf(contents: SortedContents, withTexts = false): Generator<BulkDocument> {
  for (const { id, shingles, content, text } of contents.documents(withTexts))
    yield { id, shingles, content: shingles === 0 ? '' : wordsOf(content), ...(text && { text }) }
}

function* contentsOf(
  { partitions }: SortedContents,
  contentsIn: (partition: number) => Iterable<SortedContent>,
  first = 0,
  step = 1,
): Generator<BulkContent> {
  for (let partition = first; partition < partitions; partition += step)
    for (const { content, set, ids } of contentsIn(partition)) yield { key: wordsOf(content), set, ids }
}

function* pagesOf(
  contents: SortedContents,
  table: PostingTable,
  first = 0,
  step = 1,
): Generator<PageEntries> {
  const kind = table === BANDS ? 'bands' : 'samples'
  // A page may continue in the next partition.
  let open: PageEntries | undefined
  for (let partition = first; partition < contents.partitions; partition += step) {
    const postings = contents.postings(kind, partition)
    for (let start = 0; start < postings.length; ) {
      const page = pageOf(postings, start)
      let end = start
      while (end < postings.length && pageOf(postings, end) === page) end += POSTING_WORDS
      const entries = entriesOf(table, postings.subarray(start, end))
      if (open?.page === page) open = { page, entries: joined(open.entries, entries) }
      else {
        if (open !== undefined) yield open
        open = { page, entries }
      }
      start = end
    }
  }
  if (open !== undefined) yield open
}

/** Postings as they are stored: the rest of each key, the content, and the size of the sample if it is that of one. */
function entriesOf(table: PostingTable, postings: Uint32Array): Uint8Array {
  const { keyWords, memberBytes } = table
  const [width, rest] = [entryBytes(table), restBytes(table)]
  const entries = new Uint8Array((width * postings.length) / POSTING_WORDS)
  let at = 0
  for (let from = 0; from < postings.length; from += POSTING_WORDS) {
    writeRest(entries, at, postings, from, keyWords)
    for (let byte = 0; byte < memberBytes; byte++) {
      const word = postings[from + keyWords + (byte >> 2)]!
      entries[at + rest + byte] = byte < 12 ? word >>> (24 - 8 * (byte & 3)) : Math.min(255, word)
    }
    at += width
  }
  return entries
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
