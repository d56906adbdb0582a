// @ts-check
// Labeled tables of ../shared/data/records, for which it is known which records describe the same thing.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTable } from '../../dist/read/tables/node-read-table.js'
import { people } from './people.js'
import { Missing } from './real.js'

const RECORDS = fileURLToPath(new URL('../../../shared/data/records/', import.meta.url))

/**
 * @typedef {object} LabeledTables
 * @property {string} name
 * @property {readonly string[]} files one or two tables
 * @property {readonly string[]} ids the column that names the records, of each table
 * @property {readonly string[]} answers columns that hold the answer, which nobody may compare
 * @property {() => Promise<ReadonlySet<string>>} truth the true pairs by `key`, with the ids of the files
 * @property {string} [published]
 */

/** @type {readonly LabeledTables[]} */
export const LABELED = [
  twoTables(
    'restaurants',
    'restaurants/rest1clean.csv',
    'restaurants/rest2clean.csv',
    'restaurants/gtclean.csv',
  ),
  twoTables('dblp-acm', 'dblp-acm/dblpclean.csv', 'dblp-acm/acmclean.csv', 'dblp-acm/gtclean.csv'),
  twoTables('abt-buy', 'abt-buy/abtclean.csv', 'abt-buy/buyclean.csv', 'abt-buy/gtclean.csv'),
  twoTables('imdb-tmdb', 'imdb-tmdb/imdbclean.csv', 'imdb-tmdb/tmdbclean.csv', 'imdb-tmdb/gtclean.csv'),
  {
    name: 'cora',
    files: [path('cora/cora.csv')],
    ids: ['Entity Id'],
    answers: [],
    truth: async () => {
      const { records } = await readTable(path('cora/cora_gt.csv'), { header: false })
      return new Set(records.map((pair) => Object.values(pair)).map(([a, b]) => key(`${a}`, `${b}`, false)))
    },
  },
  ...[1, 2, 3].map((number) => ({
    name: `febrl ${number}`,
    files: [path(`febrl/dataset${number}.csv`)],
    ids: ['rec_id'],
    answers: [],
    truth: () =>
      byThing(`febrl/dataset${number}.csv`, 'rec_id', (record) => `${record.rec_id}`.split('-')[1] ?? ''),
  })),
  {
    name: 'rldata500',
    files: [path('rldata500/RLdata500.csv')],
    ids: ['rec'],
    answers: ['identity'],
    truth: () => byThing('rldata500/RLdata500.csv', 'rec', (record) => `${record.identity}`),
  },
  {
    name: 'fake1000',
    files: [path('fake1000/fake_1000.csv')],
    ids: ['unique_id'],
    answers: ['cluster'],
    truth: () => byThing('fake1000/fake_1000.csv', 'unique_id', (record) => `${record.cluster}`),
  },
  {
    name: 'messy-businesses',
    files: [path('messy-businesses/csv_example_messy_input.csv')],
    ids: ['Id'],
    answers: [],
    truth: () =>
      byThing(
        'messy-businesses/csv_example_input_with_true_ids.csv',
        'Id',
        (record) => `${record['True Id']}`,
      ),
  },
]

/** One key for two records: of one table in either order. @param {string} a @param {string} b @param {boolean} isTwo */
export function key(a, b, isTwo) {
  return isTwo || a < b ? `${a} ${b}` : `${b} ${a}`
}

/** The tables of a set, or `Missing`. @param {LabeledTables} set */
export async function readTables({ files }) {
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw new Missing(`${missing} is not here`)
  const tables = []
  for (const file of files) tables.push((await readTable(file)).records)
  return tables
}

/**
 * People with errors, made by bench/corpora/people.js.
 *
 * @param {number} count
 * @param {string} folder
 * @returns {LabeledTables}
 */
export function writePeople(count, folder) {
  const [head = '', ...lines] = people(count)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `people-${count}.csv`)
  writeFileSync(file, `${[head, ...lines].join('\n')}\n`)
  const ids = lines.map((line) => line.split(',')[0] ?? '')
  return {
    name: `people ${count}`,
    files: [file],
    ids: ['id'],
    answers: [],
    truth: async () => pairsWithin(ids.map((id) => [id, id.split('-')[0] ?? ''])),
  }
}

/**
 * @param {string} name
 * @param {string} a
 * @param {string} b
 * @param {string} pairs
 * @returns {LabeledTables}
 */
function twoTables(name, a, b, pairs) {
  return {
    name,
    files: [path(a), path(b)],
    ids: ['id', 'id'],
    answers: [],
    truth: async () => {
      const { records } = await readTable(path(pairs))
      return new Set(records.map(({ D1, D2 }) => key(`${D1}`, `${D2}`, true)))
    },
  }
}

/**
 * @param {string} file
 * @param {string} id
 * @param {(record: import('likewise/match').RecordFields) => string} thingOf
 */
async function byThing(file, id, thingOf) {
  const { records } = await readTable(path(file))
  return pairsWithin(records.map((record) => [`${record[id]}`, thingOf(record)]))
}

/** All pairs of records of one thing. @param {readonly (readonly [id: string, thing: string])[]} records */
function pairsWithin(records) {
  /** @type {Map<string, string[]>} */
  const groups = new Map()
  for (const [id, thing] of records) groups.set(thing, [...(groups.get(thing) ?? []), id])
  /** @type {Set<string>} */
  const pairs = new Set()
  for (const group of groups.values()) {
    group.forEach((a, i) => {
      for (const b of group.slice(i + 1)) pairs.add(key(a, b, false))
    })
  }
  return pairs
}

/** @param {string} name */
function path(name) {
  return join(RECORDS, name)
}
