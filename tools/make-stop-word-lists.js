// @ts-check
// Writes src/text/stop-word-lists.ts and src/text/english-stop-words.ts from the `stopword` package (MIT), so that the library
// needs no dependency for it. Run after an update of the package: node tools/make-stop-word-lists.js
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ces, dan, deu, eng, fin, fra, hun, ita, nld, nob, pol, por, ron, rus, spa, swe, tur } from 'stopword'

const LISTS = {
  cs: ces,
  da: dan,
  de: deu,
  en: eng,
  es: spa,
  fi: fin,
  fr: fra,
  hu: hun,
  it: ita,
  nl: nld,
  no: nob,
  pl: pol,
  pt: por,
  ro: ron,
  ru: rus,
  sv: swe,
  tr: tur,
}

const HEAD =
  '// Made by tools/make-stop-word-lists.js from the stopword package (MIT license); do not edit.\n'

/** @returns {Record<string, string>} the source text of each generated file */
export function makeStopWordLists() {
  const entries = Object.entries(LISTS).map(([code, list]) => {
    return code === 'en' ? '  en: ENGLISH_STOP_WORDS,\n' : `  ${code}: '${wordsOf(list)}',\n`
  })
  const union = Object.keys(LISTS)
    .map((code) => `'${code}'`)
    .join(' | ')
  return {
    'english-stop-words.ts': `${HEAD}
/** The most common English words, lower-cased. They have their own file, so that programs can do without the other languages. */
export const ENGLISH_STOP_WORDS =
  '${wordsOf(LISTS.en)}'
`,
    'stop-word-lists.ts': `${HEAD}
import { ENGLISH_STOP_WORDS } from './english-stop-words.js'

/** The most common words of each language, lower-cased, by ISO 639-1 code. */
export const STOP_WORD_LISTS: Readonly<Record<${union}, string>> = {\n${entries.join('')}}
`,
  }
}

/** @param {readonly string[]} list */
function wordsOf(list) {
  const words = [...new Set(list.map((word) => word.toLowerCase().trim()))].filter(isOneWord).sort()
  return words.join(' ')
}

/** @param {string} word */
function isOneWord(word) {
  return /^[\p{L}\p{N}]+$/u.test(word)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, source] of Object.entries(makeStopWordLists())) {
    writeFileSync(new URL(`../src/text/${name}`, import.meta.url), source)
  }
}
