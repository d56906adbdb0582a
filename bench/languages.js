// @ts-check
// Prints the table of docs/guide/languages.md: how similar a text and its copy with one word changed are, by language, and the text in NFC
// and in NFD. Every number is the same everywhere, except those of the dictionary, which belongs to the platform.
// Run: npm run build && node bench/languages.js
import { compare } from 'likewise'
import { SAMPLES } from './languages/texts.js'

/** @param {number} similarity */
const digits = (similarity) => similarity.toFixed(2)

/** @param {import('./languages/texts.js').Sample} sample */
function row({ language, script, text, word, other }) {
  if (text.split(word).length !== 2) throw new Error(`${language}: ${word} is not in the text exactly once`)
  const changed = text.replace(word, other)
  const by = (/** @type {import('likewise').ShingleOptions} */ shingle) =>
    digits(compare(text, changed, { shingle }).similarity)
  const forms = compare(text.normalize('NFC'), text.normalize('NFD')).similarity
  const characters = Array.from(text.normalize('NFC')).length
  const cells = [
    ...[language, script, characters, by({}), by({ kind: 'chars', k: 5 })],
    ...[by({ segment: 'dictionary' }), digits(forms)],
  ]
  return `| ${cells.join(' | ')} |`
}

/** The rows of the table. */
export const rows = SAMPLES.map(row)

if (process.argv[1] === import.meta.filename) {
  console.log(
    '| language | script | characters | default | `-s chars:5` | `--segment dictionary` | NFC – NFD |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const line of rows) console.log(line)
}
