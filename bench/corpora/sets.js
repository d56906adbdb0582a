// @ts-check
// Files of sets of whole numbers, one set per line, in the cache; created if they do not exist.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { scratch } from '../cases/settings.js'
import { article } from './articles.js'
import { zipfSet } from './zipf-sets.js'

const SHARED = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const TOKEN = /[\p{L}\p{N}]+/gu
/** Words in a shingle. */
const WORDS = 5

/**
 * The file of a collection, or undefined if its source data is missing.
 *
 * @param {string} name
 * @param {number} [first] only this many sets
 */
export function setsFile(name, first) {
  const file = scratch(`join-${name}${first === undefined ? '' : `-first-${first}`}.sets`)
  if (existsSync(file)) return file
  const lines =
    first === undefined
      ? make(name)
      : readFileSync(setsFile(name) ?? '', 'utf8')
          .split('\n')
          .slice(0, first)
  if (lines === undefined) return undefined
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.partial`, `${lines.join('\n')}\n`)
  renameSync(`${file}.partial`, file)
  return file
}

/**
 * @param {string} name `zipf-N`, `articles-N`, or of `../shared/data`
 * @returns {string[] | undefined}
 */
function make(name) {
  const [, size] = /^zipf-(\d+)$/.exec(name) ?? []
  if (size !== undefined) {
    return Array.from({ length: Number(size) }, (_, record) => [...new Set(zipfSet(record))].join(' '))
  }
  const [, articles] = /^articles-(\d+)$/.exec(name) ?? []
  if (articles !== undefined) {
    const shingle = shingled()
    return Array.from({ length: Number(articles) }, (_, record) => shingle(article(record).text))
  }
  const path =
    name === 'licences' ? `${SHARED}licences/spdx-versions.jsonl.gz` : `${SHARED}sets/${name}.sets.gz`
  if (!existsSync(path)) return undefined
  const text = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n')
  if (name !== 'licences') return text
  const shingle = shingled()
  return text.map((line) => shingle(JSON.parse(line).text))
}

/**
 * The 5-word shingles of texts as numbers, in the order of their first appearance: the peers take numbers.
 *
 * @returns {(text: string) => string}
 */
function shingled() {
  /** @type {Map<string, number>} */
  const numbers = new Map()
  return (text) => {
    const tokens = text.toLowerCase().match(TOKEN) ?? []
    const count = tokens.length === 0 ? 0 : Math.max(1, tokens.length - WORDS + 1)
    const set = new Set(
      Array.from({ length: count }, (_, i) => {
        const shingle = tokens.slice(i, i + WORDS).join(' ')
        const number = numbers.get(shingle) ?? numbers.size
        numbers.set(shingle, number)
        return number
      }),
    )
    return [...set].join(' ')
  }
}
