// @ts-check
// Real texts: those of ../shared/data, and the documentation of the Debian packages that are installed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const SHARED = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const DEBIAN = '/usr/share/doc'
/** A Debian document has as many paragraphs of a file as are needed for this many characters. */
const PIECE = 800
const NAMES = /(\.txt|\.md|\.rst|changelog|copyright|NEWS|README|TODO|\.Debian)(\.gz)?$/i

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
  for (const path of filesUnder(DEBIAN)) {
    const bytes = readFileSync(path)
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    let piece = ''
    for (const paragraph of `${text}\n\n`.split(/\n\s*\n/)) {
      piece += `${paragraph}\n\n`
      if (piece.length < PIECE) continue
      yield { text: piece, source: path.slice(DEBIAN.length + 1).split('/')[0] ?? '' }
      piece = ''
      made++
    }
  }
  if (made === 0)
    throw new Missing(`${DEBIAN} has no texts: no Debian packages with documentation are installed`)
}

/**
 * @param {string} folder
 * @returns {Iterable<string>}
 */
function* filesUnder(folder) {
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
    if (entry.isDirectory()) yield* filesUnder(path)
    else if (entry.isFile() && NAMES.test(entry.name)) yield path
  }
}
