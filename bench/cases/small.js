// @ts-check
// The cost of small inputs: starting the program, and starting threads that do not pay off.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpusFile } from '../corpora.js'
import { median } from '../measure.js'
import { inGroups } from '../record.js'
import { scratch } from './settings.js'

const SAMPLE = fileURLToPath(new URL('../../examples/data/articles.jsonl', import.meta.url))
/** A search of the sample takes at most this many times as long as starting Node, plus the time of a join. */
const STARTS = 2.5
/** The maximum CPU time with default workers, relative to one worker. */
const WORKERS = 1.1

/** @typedef {{ title: string, args: readonly string[], pairs?: string, cpu: number[] }} Program */

/**
 * @param {import('./settings.js').Settings} settings `size` is the largest input
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function small(settings) {
  const { size = 100_000, threshold, recall, program: main, say } = settings
  const repetitions = Math.max(3, settings.repetitions)
  const inputs = [
    { documents: readFileSync(SAMPLE, 'utf8').trimEnd().split('\n').length, file: SAMPLE },
    ...[Math.round(size / 10), size].map((documents) => ({
      documents,
      file: corpusFile('articles', documents),
    })),
  ]
  const requested = ['--threshold', `${threshold}`, '--recall', `${recall}`]
  const find = (
    /** @type {(typeof inputs)[number]} */ { documents, file },
    /** @type {string[]} */ workers,
  ) => {
    const pairs = scratch(`small-${documents}${workers.join('')}.pairs.jsonl`)
    const title = `find, ${inGroups(documents)} documents${workers.length === 0 ? '' : ', one worker'}`
    return program(
      title,
      [main, 'find', file, ...requested, ...workers, '--pairs', pairs, '--force', '-q'],
      pairs,
    )
  }
  const node = program('node -e 0', ['-e', '0'])
  const version = program('likewise --version', [main, '--version'])
  const join = program('join --text, the sample', [
    main,
    'join',
    SAMPLE,
    '--text',
    'text',
    '--threshold',
    `${threshold}`,
    '-q',
  ])
  const searches = inputs.map((input) => ({
    ...input,
    all: find(input, []),
    one: find(input, ['--workers', '1']),
  }))
  const programs = [node, version, join, ...searches.flatMap(({ all, one }) => [all, one])]
  for (let round = 0; round < repetitions; round++) {
    for (const each of programs) {
      each.cpu.push(cpuSeconds(each.args))
      say(`${each.title}: ${each.cpu.at(-1)?.toFixed(3)} s`)
    }
  }
  const [sample] = searches
  const limit = STARTS * fastest(node) + fastest(join)
  const verdicts = [
    `a search of the sample at most ${STARTS} × node -e 0 plus a join: ${fastest(/** @type {Program} */ (sample?.all)).toFixed(3)} s of ${limit.toFixed(3)} s, ${fastest(/** @type {Program} */ (sample?.all)) <= limit ? 'shown' : 'NOT shown'}`,
    ...searches.map(({ documents, all, one }) => {
      const ratio = fastest(all) / fastest(one)
      const same = readFileSync(all.pairs ?? '', 'utf8') === readFileSync(one.pairs ?? '', 'utf8')
      return `${inGroups(documents)} documents: default workers at most ${WORKERS} × the CPU time of one: ${ratio.toFixed(2)} ×, ${ratio <= WORKERS ? 'shown' : 'NOT shown'}; ${same ? 'the same pairs, byte for byte' : 'OTHER PAIRS'}`
    }),
  ]
  return {
    title: `Small inputs: ${inputs.map(({ documents }) => inGroups(documents)).join(', ')} documents`,
    notes: [
      `Threshold ${threshold}, recall ${recall}. CPU time of the whole process, all threads, user and system. The programs ran in turn, ${repetitions} rounds;`,
      'the minimum of each is compared, because other work on the machine can only add to it.',
    ],
    rows: [],
    tables: [
      [
        ['', 'minimum', 'median', 'seconds of each round'],
        ...programs.map((each) => [
          each.title,
          fastest(each).toFixed(3),
          median(each.cpu).toFixed(3),
          each.cpu.map((one) => one.toFixed(3)).join(', '),
        ]),
      ],
    ],
    verdicts,
  }
}

/**
 * @param {string} title
 * @param {readonly string[]} args
 * @param {string} [pairs]
 * @returns {Program}
 */
function program(title, args, pairs) {
  return { title, args, cpu: [], ...(pairs !== undefined && { pairs }) }
}

/** @param {Program} each */
function fastest({ cpu }) {
  return Math.min(...cpu)
}

/**
 * The CPU time of a program in its own process, measured as that of the children of a process when it ends. @param {readonly string[]} args
 */
function cpuSeconds(args) {
  const command = `"$@" > /dev/null; status=$?; times; exit $status`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command, 'bash', process.execPath, ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stderr}`)
  const [, children = ''] = stdout.trimEnd().split('\n')
  return children.split(' ').reduce((sum, time) => {
    const [minutes = 0, seconds = 0] = time.replace('s', '').split('m').map(Number)
    return sum + 60 * minutes + seconds
  }, 0)
}
