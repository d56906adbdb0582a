// @ts-check
// Writes src/text/stop-word-lists.ts from the `stopword` package (MIT), so that the library needs no dependency for
// it. Run after an update of the package: node tools/make-stop-word-lists.js
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

/** @returns {string} the source text of the generated file */
export function makeStopWordLists() {
  const entries = Object.entries(LISTS).map(([code, list]) => {
    const words = [...new Set(list.map((word) => word.toLowerCase().trim()))].filter(isOneWord).sort()
    return `  ${code}: '${words.join(' ')}',\n`
  })
  const union = Object.keys(LISTS)
    .map((code) => `'${code}'`)
    .join(' | ')
  return `// Made by tools/make-stop-word-lists.js from the stopword package (MIT licence); do not edit.
// The most common words of each language, lower-cased, by ISO 639-1 code.
export const STOP_WORD_LISTS: Readonly<Record<${union}, string>> = {\n${entries.join('')}}\n`
}

/** @param {string} word */
function isOneWord(word) {
  return /^[\p{L}\p{N}]+$/u.test(word)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(new URL('../src/text/stop-word-lists.ts', import.meta.url), makeStopWordLists())
}
