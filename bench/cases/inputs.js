// @ts-check
// The cost of the form of the input: one file per document instead of one file for all, and columns that are not needed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { parquetWriteFile } from 'hyparquet-writer'
import { corpusFile } from '../corpora.js'
import { summaryOf } from '../likewise.js'
import { alternate, measure, median } from '../measure.js'
import { inGroups } from '../record.js'
import { scratch } from './settings.js'

/** Files of one document each may take at most this many times as long as one file. */
const FILES = 2
/** A wide table may take at most this many times the time and the memory of a narrow one. */
const WIDE = 1.3
/** Files of a folder. */
const FOLDER = 1000
const TEXT_COLUMNS = 8
const NUMBER_COLUMNS = 8
/** Bytes of a value in a column that is not needed; random, so that compression does not hide them. */
const VALUE_BYTES = 64

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function inputs({ size = 100_000, repetitions, threshold, recall, workers, program, say }) {
  const texts = textsOf(corpusFile('articles', size))
  const forms = {
    'one file': oneFile(texts),
    'one file per document': manyFiles(texts),
    'narrow Parquet': table(texts, 'narrow'),
    'wide Parquet': table(texts, 'wide'),
  }
  const runs = await alternate(
    repetitions,
    Object.entries(forms).map(([name, input]) => ({
      name,
      run: () =>
        measure(process.execPath, [
          ...[program, 'find', input, '--json', '--progress', 'none'],
          ...['--threshold', `${threshold}`, '--recall', `${recall}`],
          ...(workers === undefined ? [] : ['--workers', `${workers}`]),
        ]),
    })),
    (name, { seconds }) => say(`${name}: ${seconds.toFixed(2)} s`),
  )
  const of = (/** @type {string} */ name) => runs.get(name) ?? []
  const seconds = (/** @type {string} */ name) => median(of(name).map((run) => run.seconds))
  const memory = (/** @type {string} */ name) => median(of(name).map((run) => run.peakBytes))
  const verdict = (/** @type {string} */ what, /** @type {number} */ ratio, /** @type {number} */ limit) =>
    `${what} at most ${limit} ×: ${ratio.toFixed(2)} ×, ${ratio <= limit ? 'shown' : 'NOT shown'}`
  return {
    title: `Forms of the input: ${inGroups(size)} articles`,
    notes: [
      `Seconds of \`likewise find\` from start to exit, medians of ${repetitions}, threshold ${threshold}, recall ${recall}. The programs ran in turn.`,
      `The wide table has ${TEXT_COLUMNS + NUMBER_COLUMNS} columns in addition to text and id, all in one row group.`,
    ],
    rows: [],
    tables: [
      [
        ['input', 'pairs', 'seconds', 'peak memory'],
        ...Object.keys(forms).map((name) => [
          name,
          inGroups(summaryOf(of(name)[0]?.output ?? '{}').pairs),
          of(name)
            .map((run) => run.seconds.toFixed(2))
            .join(', '),
          `${Math.round(memory(name) / 2 ** 20)} MiB`,
        ]),
      ],
    ],
    verdicts: [
      verdict('one file per document', seconds('one file per document') / seconds('one file'), FILES),
      verdict('the wide table, time', seconds('wide Parquet') / seconds('narrow Parquet'), WIDE),
      verdict('the wide table, memory', memory('wide Parquet') / memory('narrow Parquet'), WIDE),
    ],
  }
}

/** @param {string} file */
function textsOf(file) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => /** @type {string} */ (JSON.parse(line).text))
}

/** @param {readonly string[]} texts */
function oneFile(texts) {
  return made(`inputs-${texts.length}.jsonl`, (path) => {
    writeFileSync(path, texts.map((text, id) => `${JSON.stringify({ id, text })}\n`).join(''))
  })
}

/** @param {readonly string[]} texts */
function manyFiles(texts) {
  return made(`inputs-${texts.length}-files`, (path) => {
    texts.forEach((text, id) => {
      const folder = `${path}/${Math.floor(id / FOLDER)}`
      if (id % FOLDER === 0) mkdirSync(folder, { recursive: true })
      writeFileSync(`${folder}/${id}.txt`, text)
    })
  })
}

/**
 * @param {readonly string[]} texts
 * @param {'narrow' | 'wide'} kind
 */
function table(texts, kind) {
  const random = (/** @type {string} */ key) => createHash('sha512').update(key).digest()
  const columns = (/** @type {number} */ count, /** @type {(column: number) => unknown} */ make) =>
    Array.from({ length: kind === 'wide' ? count : 0 }, (_, column) => make(column))
  return made(`inputs-${texts.length}-${kind}.parquet`, (path) =>
    parquetWriteFile({
      filename: path,
      rowGroupSize: texts.length,
      columnData: /** @type {import('hyparquet-writer').ColumnSource[]} */ ([
        { name: 'id', data: texts.map((_, id) => id), type: 'INT32' },
        { name: 'text', data: [...texts], type: 'STRING' },
        ...columns(TEXT_COLUMNS, (column) => ({
          name: `note${column}`,
          data: texts.map((_, id) => random(`${column} ${id}`).toString('latin1', 0, VALUE_BYTES)),
          type: 'STRING',
        })),
        ...columns(NUMBER_COLUMNS, (column) => ({
          name: `number${column}`,
          data: texts.map((_, id) => random(`${id} ${column}`).readUInt32LE() / 2 ** 32),
          type: 'DOUBLE',
        })),
      ]),
    }),
  )
}

/**
 * A scratch file or folder, created if it does not exist.
 *
 * @param {string} name
 * @param {(path: string) => void} make
 */
function made(name, make) {
  const path = scratch(name)
  if (!existsSync(path)) {
    rmSync(`${path}.partial`, { recursive: true, force: true })
    make(`${path}.partial`)
    renameSync(`${path}.partial`, path)
  }
  return path
}
