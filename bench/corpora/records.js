// @ts-check
// The labelled records of ../shared/data, cut in two halves by things: all records of one thing fall into the same half.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashText } from '../../dist/public/text.js'
import { people } from './people.js'
import { sharedLines } from './real.js'

/**
 * @typedef {object} Half a part of a set, as files and truth
 * @property {readonly string[]} files one or two tables
 * @property {number} records
 * @property {ReadonlySet<string>} truth `a b`, by the ids that the command line writes
 */

/**
 * @typedef {object} LabelledSet
 * @property {string} name
 * @property {readonly string[]} options of likewise match, such as the answer that is to be ignored
 * @property {string} published
 * @property {readonly string[]} [splink] the id and the columns for bench/peers/splink_dedupe.py
 * @property {(folder: string) => { choose: Half, report: Half, all: Half }} write writes the halves, and the whole, as files
 */

/** @typedef {{ head: string, lines: readonly string[] }} Lines */
/** @typedef {(line: string, number: number) => string} Namer */

/** Stands for both halves. */
const ALL = 2

const FEBRL_COLUMNS = [
  'rec_id',
  'given_name=name',
  'surname=name',
  'date_of_birth=date',
  'soc_sec_id=text',
  'address_1=text',
  'street_number=exact',
  'suburb=text',
  'postcode=text',
]

/** For the people of bench/corpora/people.js. */
export const PEOPLE_COLUMNS = [
  'id',
  'given=name',
  'surname=name',
  'born=date',
  'phone=text',
  'street=text',
  'town=exact',
  'postcode=exact',
]

/** @type {readonly LabelledSet[]} */
export const LABELLED = [
  twoTables({
    name: 'restaurants',
    tables: ['restaurants/rest1clean.csv', 'restaurants/rest2clean.csv'],
    truth: 'restaurants/gtclean.csv',
    separator: '|',
    published:
      'matching F1 1.00 on the whole Fodor–Zagat; filtering recall 1.0 at precision 0.78 on these files',
  }),
  twoTables({
    name: 'dblp-acm',
    tables: ['dblp-acm/dblpclean.csv', 'dblp-acm/acmclean.csv'],
    truth: 'dblp-acm/gtclean.csv',
    separator: '%',
    published: 'one-to-one on word Jaccard 0.993; Ditto (supervised) 0.990',
  }),
  oneTable({
    name: 'cora',
    table: 'cora/cora.csv',
    idOf: (line) => line.split('|')[0] ?? '',
    truth: 'cora/cora_gt.csv',
    options: [],
    published: 'one threshold on Jaccard 0.833',
  }),
  ...[1, 2, 3].map((number) =>
    oneTable({
      name: `febrl ${number}`,
      table: `febrl/dataset${number}.csv`,
      idOf: (line) => line.split(',')[0]?.trim() ?? '',
      thingOf: (line) => line.split('-')[1] ?? '',
      options: ['--id', 'rec_id'],
      published: `${[0.999, 0.992, 0.993][number - 1]}, tuned on the same data`,
      splink: FEBRL_COLUMNS,
    }),
  ),
  oneTable({
    name: 'rldata500',
    table: 'rldata500/RLdata500.csv',
    idOf: (line) => line.split(',')[0] ?? '',
    thingOf: (line) => line.split(',')[1] ?? '',
    options: ['--ignore', 'identity'],
    published: '–',
  }),
  oneTable({
    name: 'fake1000',
    table: 'fake1000/fake_1000.csv',
    idOf: (line) => line.split(',')[0] ?? '',
    thingOf: (line) => line.split(',')[6] ?? '',
    options: ['--ignore', 'cluster'],
    published: '–',
    splink: ['unique_id', 'first_name=name', 'surname=name', 'dob=date', 'city=exact', 'email=email'],
  }),
]

/**
 * People with errors, made by bench/corpora/people.js.
 *
 * @param {number} count
 * @param {string} folder
 * @returns {Half}
 */
export function writePeople(count, folder) {
  const [head = '', ...lines] = people(count)
  const ids = lines.map((line) => line.split(',')[0] ?? '')
  const file = writeLines(folder, `people-${count}.csv`, { head, lines })
  return {
    files: [file],
    records: count,
    truth: pairsOf(
      ids,
      ids.map((id) => id.split('-')[0] ?? ''),
    ),
  }
}

/**
 * @param {{ name: string, table: string, idOf: Namer, thingOf?: Namer, truth?: string, options: readonly string[], published: string, splink?: readonly string[] }} of
 * @returns {LabelledSet}
 */
function oneTable({ name, table, idOf, thingOf, truth, options, published, splink }) {
  return {
    name,
    options,
    published,
    ...(splink && { splink }),
    write(folder) {
      const { head, lines } = readLines(table)
      const ids = lines.map(idOf)
      const listed = truth === undefined ? [] : recordLines(truth).map((line) => line.split('|'))
      const things = thingOf === undefined ? thingsOf(ids, listed) : lines.map(thingOf)
      const pairs =
        thingOf === undefined ? new Set(listed.map(([a = '', b = '']) => key(a, b))) : pairsOf(ids, things)
      const half = (/** @type {number} */ number) => {
        const kept = lines.filter((_, i) => isIn(number, name, things[i] ?? ''))
        const file = writeLines(folder, `${name.replace(' ', '-')}-${number}.csv`, { head, lines: kept })
        const inside = new Set(kept.map(idOf))
        return { files: [file], records: kept.length, truth: within(pairs, inside, inside) }
      }
      return { choose: half(0), report: half(1), all: half(ALL) }
    },
  }
}

/**
 * @param {{ name: string, tables: readonly [string, string], truth: string, separator: string, published: string }} of
 * @returns {LabelledSet}
 */
function twoTables({ name, tables, truth, separator, published }) {
  return {
    name,
    options: [],
    published,
    write(folder) {
      const idOf = (/** @type {string} */ line) => line.split(separator)[0] ?? ''
      const listed = recordLines(truth)
        .slice(1)
        .map((line) => line.split(separator))
      const pairs = new Set(listed.map(([a = '', b = '']) => `${a} ${b}`))
      const partnerOf = new Map(listed.map(([a = '', b = '']) => [b, a]))
      const half = (/** @type {number} */ number) => {
        const parts = tables.map((table, side) => {
          const { head, lines } = readLines(table)
          // A thing is called after its record in the first table.
          const thing = (/** @type {string} */ line) =>
            side === 0 ? idOf(line) : (partnerOf.get(idOf(line)) ?? `second ${idOf(line)}`)
          const kept = lines.filter((line) => isIn(number, name, thing(line)))
          return {
            file: writeLines(folder, `${name}-${number}-${side}.csv`, { head, lines: kept }),
            ids: kept.map(idOf),
          }
        })
        const [a, b] = parts.map(({ ids }) => new Set(ids))
        return {
          files: parts.map(({ file }) => file),
          records: parts.reduce((sum, { ids }) => sum + ids.length, 0),
          truth: within(pairs, a ?? new Set(), b ?? new Set()),
        }
      }
      return { choose: half(0), report: half(1), all: half(ALL) }
    },
  }
}

/** @param {string} table @returns {Lines} */
function readLines(table) {
  const [head = '', ...lines] = recordLines(table)
  return { head, lines }
}

/** Some files end their lines with CR LF. @param {string} name */
function recordLines(name) {
  return sharedLines(`records/${name}`).map((line) => line.replace(/\r$/, ''))
}

/** @param {string} folder @param {string} name @param {Lines} lines */
function writeLines(folder, name, { head, lines }) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, `${[head, ...lines].join('\n')}\n`)
  return path
}

/** Whether a thing falls into a half. @param {number} half @param {string} set @param {string} thing */
function isIn(half, set, thing) {
  return half === ALL || hashText(`${set} ${thing}`) % 2 === half
}

/** The name of each record's thing, where pairs of ids are listed: the first id that is tied to it. @param {readonly string[]} ids @param {readonly string[][]} pairs */
function thingsOf(ids, pairs) {
  /** @type {Map<string, string>} */
  const above = new Map()
  const root = (/** @type {string} */ id) => {
    let at = id
    for (let next = above.get(at); next !== undefined; next = above.get(at)) at = next
    return at
  }
  for (const [a = '', b = ''] of pairs) if (root(a) !== root(b)) above.set(root(b), root(a))
  return ids.map(root)
}

/** All pairs of records of one thing. @param {readonly string[]} ids @param {readonly string[]} things */
function pairsOf(ids, things) {
  /** @type {Map<string, string[]>} */
  const groups = new Map()
  ids.forEach((id, i) => {
    const group = groups.get(things[i] ?? '')
    if (group === undefined) groups.set(things[i] ?? '', [id])
    else group.push(id)
  })
  /** @type {Set<string>} */
  const pairs = new Set()
  for (const group of groups.values()) {
    group.forEach((a, i) => {
      for (const b of group.slice(i + 1)) pairs.add(key(a, b))
    })
  }
  return pairs
}

/** One key for both orders of two records of one table. @param {string} a @param {string} b */
export function key(a, b) {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

/** @param {ReadonlySet<string>} pairs @param {ReadonlySet<string>} a @param {ReadonlySet<string>} b */
function within(pairs, a, b) {
  return new Set(
    [...pairs].filter((pair) => {
      const [one = '', other = ''] = pair.split(' ')
      return a.has(one) && b.has(other)
    }),
  )
}
