// @ts-check
// Writes a corpus as JSON Lines: {"id", "text", "source"}, where the id is the record number. Seeded and streamed: the
// first documents of a generated corpus are the same at every size. How each is made: bench/README.md.
// Run: npm run build && node bench/corpora.js NAME SIZE FILE
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { article, skewed } from './corpora/articles.js'
import { descriptions, formulaicTexts, mixedSizes, notices } from './corpora/formulaic.js'
import { debianTexts, Missing, packageTexts, sharedTexts } from './corpora/real.js'
import { setsFile } from './corpora/sets.js'
import { equalText, linkOfChain, nearCopy } from './corpora/similar-kinds.js'
import { message, page } from './corpora/small-kinds.js'

/** @typedef {import('./corpora/articles.js').Made} Made */

const CACHE = fileURLToPath(new URL('../.cache/bench/', import.meta.url))
/** The number of characters collected before they are written. */
const CHUNK = 4 << 20
/** Raised when a generator changes, so that an old file is not mistaken for the new corpus. */
const VERSION = 1

/**
 * Corpora in which each document depends only on its number, so that parts can be made in parallel.
 *
 * @type {Readonly<Record<string, (record: number) => Made>>}
 */
export const BY_NUMBER = {
  articles: article,
  skew: skewed,
  short: message,
  boilerplate: page,
  equal: equalText,
  'near-copies': nearCopy,
  chain: linkOfChain,
}

/** @type {Readonly<Record<string, (size: number) => Iterable<Made>>>} */
export const CORPORA = {
  ...Object.fromEntries(
    Object.entries(BY_NUMBER).map(([name, make]) => [name, (size) => generate(size, make)]),
  ),
  templates: (size) => ofSource('templates', formulaicTexts('templates', mixedSizes(size))),
  furnished: (size) => ofSource('furnished', formulaicTexts('furnished', mixedSizes(size))),
  chains: (size) => ofSource('chains', formulaicTexts('chains', mixedSizes(size))),
  licences: (size) => ofSource('licences', formulaicTexts('licences', mixedSizes(size))),
  rows: (size) => ofSource('rows', formulaicTexts('rows', mixedSizes(size))),
  notices: (size) => ofSource('notices', notices(size)),
  descriptions: (size) => ofSource('descriptions', descriptions(size)),
  spdx: (size) => take(size, sharedTexts('licences/spdx-versions.jsonl.gz', 'license')()),
  scancode: (size) => take(size, sharedTexts('licences/scancode-licences.jsonl.gz', 'category')()),
  clough: (size) => take(size, sharedTexts('plagiarism/clough.jsonl', 'category')()),
  'ir-plag': (size) => take(size, sharedTexts('plagiarism/ir-plag-cases-1-3.jsonl', 'kind')()),
  debian: (size) => take(size, debianTexts()),
  packages: (size) => take(size, packageTexts()),
  retail: (size) => take(size, transactions('retail')),
  mushroom: (size) => take(size, transactions('mushroom')),
}

/**
 * The file of a corpus in the cache, created if it does not exist.
 *
 * @param {string} name
 * @param {number} size the most documents
 */
export function corpusFile(name, size) {
  const file = `${CACHE}${name}-${size}.v${VERSION}.jsonl`
  if (!existsSync(file)) writeCorpus(name, size, file)
  return file
}

/**
 * @param {string} name
 * @param {number} size
 * @param {string} file
 */
export function writeCorpus(name, size, file) {
  const make = CORPORA[name]
  if (make === undefined) throw new Error(`no corpus '${name}': one of ${Object.keys(CORPORA).join(', ')}`)
  return writeDocuments(make(size), file)
}

/**
 * @param {Iterable<Made>} documents
 * @param {string} file
 * @param {number} first the id of the first
 * @returns the id after the last
 */
export function writeDocuments(documents, file, first = 0) {
  mkdirSync(dirname(resolve(file)), { recursive: true })
  const partial = `${file}.partial`
  const out = openSync(partial, 'w')
  let chunk = ''
  let id = first
  for (const { text, source } of documents) {
    chunk += `${JSON.stringify({ id, text, source })}\n`
    id++
    if (chunk.length < CHUNK) continue
    writeSync(out, chunk)
    chunk = ''
  }
  writeSync(out, chunk)
  closeSync(out)
  renameSync(partial, file)
  return id
}

/**
 * Sets as texts whose words are their elements.
 *
 * @param {string} name of a collection in ../shared/data
 * @returns {Iterable<Made>}
 */
function* transactions(name) {
  const file = setsFile(name)
  if (file === undefined) throw new Missing(`${name} is not in ../shared/data`)
  for (const text of readFileSync(file, 'utf8').trimEnd().split('\n')) yield { text, source: name }
}

/**
 * @param {number} end
 * @param {(record: number) => Made} make
 */
export function* generate(end, make, from = 0) {
  for (let record = from; record < end; record++) yield make(record)
}

/**
 * @param {string} source
 * @param {Iterable<string>} texts
 * @returns {Iterable<Made>}
 */
function* ofSource(source, texts) {
  for (const text of texts) yield { text, source }
}

/**
 * @param {number} size
 * @param {Iterable<Made>} documents
 */
function* take(size, documents) {
  let count = 0
  for (const document of documents) {
    if (count++ === size) return
    yield document
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [name, size, file] = process.argv.slice(2)
  if (name === undefined || !(Number(size) > 0) || file === undefined) {
    console.error(`node bench/corpora.js NAME SIZE FILE\nNAME: ${Object.keys(CORPORA).join(', ')}`)
    process.exit(2)
  }
  console.log(`${file}: ${writeCorpus(name, Number(size), file)} documents`)
}
