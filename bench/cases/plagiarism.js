// @ts-check
// Copies with known truth: Clough and Stevenson's short answers (prose) and Karnalim's homework in Java.
import { writeFileSync } from 'node:fs'
import { compareCopies } from 'likewise'
import { Missing, sharedLines } from '../corpora/real.js'
import { measure, median } from '../measure.js'
import { areaUnderCurve } from '../quality.js'
import { scratch } from './settings.js'

/** @typedef {ReturnType<typeof compareCopies>} Compared */
/** @typedef {{ group: string, level: string, copied: boolean, compared: Compared, peers: Record<string, number> }} Case */

const PROSE_LEVELS = ['heavy', 'light', 'cut']
const CODE_LEVELS = ['L1', 'L2', 'L3', 'L4', 'L5', 'L6']
/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function plagiarism({ program, repetitions, say }) {
  try {
    const prose = readProse()
    const code = readCode()
    const { accuracy, levels } = leaveOneOut(prose, ({ compared }) => compared.score)
    const proseArea = areaOf(prose, ({ compared }) => compared.score)
    const codeArea = areaOf(code, ({ compared }) => compared.score)
    say(`prose ${proseArea.toFixed(4)}, code ${codeArea.toFixed(4)}`)
    return {
      title: 'Plagiarism: short answers and homework with known copies',
      notes: [
        'Each answer is compared with the source of its task, each program with the original of its case. Areas under the',
        'ROC curve (AUC) are against all that is not copied. Yes/no and the four levels: thresholds are chosen on four tasks',
        'and reported on the fifth, in turn. A copy is *cut* if it has a run of words long enough word for word, *light* if it',
        'shares enough runs of three, otherwise *heavy*. The forms of the score and of this rule were found with all tasks in',
        'view, so every measure has its own row. For code nothing was chosen but that literals are content and names one token.',
      ],
      rows: [],
      tables: [proseTable(prose), codeTable(code), await timeTable(program, repetitions)],
      verdicts: [
        `prose, yes/no: ${percent(accuracy)} of 95 answers right (published: 94.7 %)`,
        `prose, four levels: ${percent(levels)} right`,
        `prose, AUC ${proseArea.toFixed(4)} (published: 0.963 for word-3 containment, 0.974 for single-word Jaccard); two of the 57 copies share next to nothing with the given source (1 % or less of their runs), so little is left to gain`,
        `code, AUC ${codeArea.toFixed(3)} over all (published: 0.70)`,
      ],
    }
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    return { title: 'Plagiarism', notes: [], rows: [], verdicts: [`left out: ${error.message}`] }
  }
}

/** @returns {Case[]} */
function readProse() {
  const records = sharedLines('plagiarism/clough.jsonl').map((line) => JSON.parse(line))
  const sources = new Map(records.filter(({ category }) => category === 'orig').map((one) => [one.task, one]))
  return records
    .filter(({ category }) => category !== 'orig')
    .map(({ task, category, text }) => {
      const source = sources.get(task).text
      return {
        group: task,
        level: category,
        copied: category !== 'non',
        compared: compareCopies({ text }, { text: source }),
        peers: {
          'word-3 containment': shared(text, source, 3).containment,
          'word-1 Jaccard': shared(text, source, 1).jaccard,
        },
      }
    })
}

/** @returns {Case[]} */
function readCode() {
  const records = sharedLines('plagiarism/ir-plag-cases-1-3.jsonl').map((line) => JSON.parse(line))
  const originals = new Map(records.filter(({ kind }) => kind === 'original').map((one) => [one.case, one]))
  return records
    .filter(({ kind }) => kind !== 'original')
    .map(({ case: group, kind, level, text }) => {
      const language = /** @type {const} */ ('braces')
      const compared = compareCopies({ text, language }, { text: originals.get(group).text, language })
      return {
        group,
        level: level ?? 'none',
        copied: kind === 'plagiarized',
        compared,
        peers: { 'token-3 Jaccard': compared.jaccard },
      }
    })
}

/**
 * The measures that others published, made here again.
 *
 * @param {string} a
 * @param {string} b
 * @param {number} k
 */
function shared(a, b, k) {
  const [one, other] = [a, b].map((text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    return new Set(words.slice(k - 1).map((_, i) => words.slice(i, i + k).join(' ')))
  })
  const both = [...(one ?? [])].filter((run) => other?.has(run)).length
  const [sizeA, sizeB] = [one?.size ?? 0, other?.size ?? 0]
  return { containment: both / sizeA, jaccard: both / (sizeA + sizeB - both) }
}

/**
 * @param {readonly Case[]} cases
 * @param {(one: Case) => number} score
 * @param {(one: Case) => boolean} [which] of the copies
 */
function areaOf(cases, score, which = () => true) {
  return areaUnderCurve(
    cases.filter((one) => one.copied && which(one)).map(score),
    cases.filter((one) => !one.copied).map(score),
  )
}

/**
 * The shares of right answers, yes or no and by level, with thresholds from the other tasks.
 *
 * @param {readonly Case[]} cases
 * @param {(one: Case) => number} score
 */
function leaveOneOut(cases, score) {
  let right = 0
  let rightLevels = 0
  for (const task of new Set(cases.map(({ group }) => group))) {
    const known = cases.filter(({ group }) => group !== task)
    const unknown = cases.filter(({ group }) => group === task)
    const threshold = bestThreshold(known, score)
    const isCopy = (/** @type {Case} */ one) => score(one) >= threshold
    right += unknown.filter((one) => isCopy(one) === one.copied).length
    const level = levelRule(known, isCopy)
    rightLevels += unknown.filter((one) => level(one) === one.level).length
  }
  return { accuracy: right / cases.length, levels: rightLevels / cases.length }
}

/**
 * The threshold with the most right answers; of several, the one in the middle.
 *
 * @param {readonly Case[]} cases
 * @param {(one: Case) => number} score
 */
function bestThreshold(cases, score) {
  const tried = cuts(cases.map(score)).map((threshold) => ({
    threshold,
    right: cases.filter((one) => score(one) >= threshold === one.copied).length,
  }))
  const most = Math.max(...tried.map(({ right }) => right))
  const best = tried.filter(({ right }) => right === most)
  return best[best.length >> 1]?.threshold ?? 0
}

/**
 * Two thresholds, for the longest run word for word and for the share of runs, with the most right levels among the copies.
 *
 * @param {readonly Case[]} known
 * @param {(one: Case) => boolean} isCopy
 */
function levelRule(known, isCopy) {
  const copies = known.filter(({ copied }) => copied)
  const rule =
    (/** @type {number} */ verbatim, /** @type {number} */ runs) =>
    (/** @type {Case} */ { compared }) =>
      compared.verbatim >= verbatim ? 'cut' : compared.runs >= runs ? 'light' : 'heavy'
  const tried = cuts(copies.map(({ compared }) => compared.verbatim)).flatMap((verbatim) =>
    cuts(copies.map(({ compared }) => compared.runs)).map((runs) => {
      const level = rule(verbatim, runs)
      return { level, right: copies.filter((one) => level(one) === one.level).length }
    }),
  )
  const most = Math.max(...tried.map(({ right }) => right))
  const best = tried.filter(({ right }) => right === most)
  const level = best[best.length >> 1]?.level ?? (() => 'heavy')
  return (/** @type {Case} */ one) => (isCopy(one) ? level(one) : 'non')
}

/** @param {readonly number[]} values between which a threshold may lie */
function cuts(values) {
  const rising = [...new Set(values)].sort((a, b) => a - b)
  return rising.slice(1).map((value, i) => (value + (rising[i] ?? 0)) / 2)
}

/** @param {readonly Case[]} prose */
function proseTable(prose) {
  const row = (/** @type {string} */ name, /** @type {(one: Case) => number} */ score) => {
    const { accuracy, levels } = leaveOneOut(prose, score)
    return [
      name,
      areaOf(prose, score).toFixed(4),
      ...PROSE_LEVELS.map((level) => areaOf(prose, score, (one) => one.level === level).toFixed(3)),
      percent(accuracy),
      percent(levels),
    ]
  }
  return [
    ['prose (Clough and Stevenson, 95 answers)', 'AUC', ...PROSE_LEVELS, 'yes/no', 'four levels'],
    row('likewise: score', ({ compared }) => compared.score),
    row('likewise: content', ({ compared }) => compared.content),
    row('likewise: runs of three', ({ compared }) => compared.runs),
    row('word-3 containment', ({ peers }) => peers['word-3 containment'] ?? 0),
    row('single-word Jaccard', ({ peers }) => peers['word-1 Jaccard'] ?? 0),
    ['published (Clough and Stevenson 2011)', '', '', '', '', '94.7 %', ''],
  ]
}

/** @param {readonly Case[]} code */
function codeTable(code) {
  const row = (/** @type {string} */ name, /** @type {(one: Case) => number} */ score) => [
    name,
    areaOf(code, score).toFixed(3),
    ...CODE_LEVELS.map((level) => areaOf(code, score, (one) => one.level === level).toFixed(2)),
  ]
  return [
    ['code (IR-Plag, cases 1 to 3, 191 programs)', 'AUC', ...CODE_LEVELS],
    row('likewise: score', ({ compared }) => compared.score),
    row('likewise: content (literals)', ({ compared }) => compared.content),
    row('likewise: runs of three', ({ compared }) => compared.runs),
    row('Jaccard of runs of three', ({ peers }) => peers['token-3 Jaccard'] ?? 0),
    ['published, 3-token shingles, all cases', '0.70', '0.97', '', '0.89', '', '', '0.35'],
  ]
}

/**
 * @param {string} program
 * @param {number} repetitions
 */
async function timeTable(program, repetitions) {
  const rows = [
    [
      'the whole collection by the command',
      'documents',
      'pairs compared',
      'pairs found',
      'seconds (median)',
      'peak memory',
    ],
  ]
  for (const name of ['clough', 'ir-plag-cases-1-3']) {
    const input = scratch(`${name}.jsonl`)
    writeFileSync(input, sharedLines(`plagiarism/${name}.jsonl`).join('\n'))
    const runs = []
    for (let i = 0; i < repetitions; i++) {
      runs.push(
        await measure(process.execPath, [
          program,
          'plagiarism',
          input,
          '--out',
          scratch('plagiarism'),
          '--json',
          '-q',
        ]),
      )
    }
    const { documents, candidates, pairs } = JSON.parse(runs[0]?.output ?? '{}')
    rows.push([
      name,
      `${documents}`,
      `${candidates}`,
      `${pairs}`,
      median(runs.map(({ seconds }) => seconds)).toFixed(2),
      `${Math.round(Math.max(...runs.map(({ peakBytes }) => peakBytes)) / 2 ** 20)} MiB`,
    ])
  }
  return rows
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)} %`
}
