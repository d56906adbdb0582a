// @ts-check
// Real texts: those of ../shared/data, the documentation of the Debian packages that are installed, and the packages of the checkout.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const SHARED = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const DEBIAN = '/usr/share/doc'
/** What `npm ci` and `.ci/run` install. */
const PACKAGES = ['node_modules', 'out/python', 'out/spark'].map((folder) =>
  fileURLToPath(new URL(`../../${folder}`, import.meta.url)),
)
/** A Debian document has as many paragraphs of a file as are needed for this many characters. */
const PIECE = 800
const NAMES = /(\.txt|\.md|\.rst|changelog|copyright|NEWS|README|TODO|\.Debian)(\.gz)?$/i
/** The same for code, which has shorter paragraphs. Longer pieces than the second number are minified. */
const [CODE_PIECE, LONGEST_PIECE] = [200, 20_000]
const CODE_NAMES =
  /(\.[cm]?[jt]s|\.pyi?|\.px[di]|\.h|\.md|\.rst|\.txt|LICEN[CS]E|README|NOTICE|CHANGELOG|METADATA)$/i

/** @typedef {import('./articles.js').Made} Made */

/** Why a corpus cannot be made on this machine. */
export class Missing extends Error {}

/** @param {string} name of a file in ../shared/data */
export function sharedLines(name) {
  try {
    const bytes = readFileSync(join(SHARED, name))
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    return text.split('\n').filter((line) => line !== '')
  } catch (error) {
    throw new Missing(`${join(SHARED, name)} is not here (${/** @type {Error} */ (error).message})`)
  }
}

/**
 * The texts of a JSON Lines file of ../shared/data, with the name of the field that contains the source of each.
 *
 * @param {string} name
 * @param {string} sourceField
 * @returns {() => Iterable<Made>}
 */
export function sharedTexts(name, sourceField) {
  return function* texts() {
    for (const line of sharedLines(name)) {
      const record = JSON.parse(line)
      yield { text: record.text, source: String(record[sourceField] ?? '') }
    }
  }
}

/**
 * Changelogs, copyright files and manuals of installed packages, by path, cut at empty lines. The files differ from machine to machine; the
 * figures of a record apply to the machine that it names.
 *
 * @returns {Iterable<Made>}
 */
export function* debianTexts() {
  let made = 0
  for (const document of piecesUnder(DEBIAN, NAMES, PIECE)) {
    yield document
    made++
  }
  if (made === 0)
    throw new Missing(`${DEBIAN} has no texts: no Debian packages with documentation are installed`)
}

/**
 * Documentation, licenses, types, tests and code of the packages of npm and PyPI that are installed in the checkout, by path, cut at
 * empty lines. Their versions are fixed, so machines of the same platform have the same. Many packages have the same license, several
 * builds of the same code, or parts of other packages.
 *
 * @returns {Iterable<Made>}
 */
export function* packageTexts() {
  for (const folder of PACKAGES)
    for (const document of piecesUnder(folder, CODE_NAMES, CODE_PIECE))
      if (document.text.length <= LONGEST_PIECE) yield document
}

/**
 * Files cut at empty lines into pieces of at least some characters; the source is the first folder of the path.
 *
 * @param {string} folder
 * @param {RegExp} names
 * @param {number} min
 * @returns {Iterable<Made>}
 */
function* piecesUnder(folder, names, min) {
  for (const path of filesUnder(folder, names)) {
    const bytes = readFileSync(path)
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    let piece = ''
    for (const paragraph of `${text}\n\n`.split(/\n\s*\n/)) {
      piece += `${paragraph}\n\n`
      if (piece.length < min) continue
      yield { text: piece, source: path.slice(folder.length + 1).split('/')[0] ?? '' }
      piece = ''
    }
  }
}

/**
 * @param {string} folder
 * @param {RegExp} names
 * @returns {Iterable<string>}
 */
function* filesUnder(folder, names) {
  /** @type {import('node:fs').Dirent[]} */
  let entries = []
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    return
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path, names)
    else if (entry.isFile() && names.test(entry.name)) yield path
  }
}
