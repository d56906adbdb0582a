// @ts-check
// Copies with known truth: Clough and Stevenson's short answers (prose) and Karnalim's homework in Java.
import { writeFileSync } from 'node:fs'
import { compareCopies, findCopies } from 'likewise/plagiarism'
import { codeTokens } from '../../dist/text/code-tokens.js'
import { answers, approaches, programs } from '../corpora/made-classes.js'
import { Missing, sharedLines } from '../corpora/real.js'
import { measure, median } from '../measure.js'
import { areaUnderCurve } from '../quality.js'
import { scratch } from './settings.js'

/** @typedef {ReturnType<typeof compareCopies>} Compared */
/** @typedef {{ group: string, level: string, copied: boolean, compared: Compared, peers: Record<string, number>, runs: Record<number, number> }} Case `runs`: the share of runs of so many tokens */
/** @typedef {{ weight: number, k: number }} Form of the score: what content weighs, and the tokens of a run */

const PROSE_LEVELS = ['heavy', 'light', 'cut']
/** The score that the program uses, and the alternatives. */
const OWN = { weight: 0.5, k: 3 }
const FORMS = [0, 0.25, 0.5, 0.75, 1].flatMap((weight) => [2, 3, 4, 5].map((k) => ({ weight, k })))
const CODE_LEVELS = ['L1', 'L2', 'L3', 'L4', 'L5', 'L6']
/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function plagiarism({ program, repetitions, say }) {
  try {
    const prose = readProse()
    const code = readCode()
    const { accuracy, levels, thresholds } = leaveOneOut(
      prose,
      () =>
        ({ compared }) =>
          compared.score,
    )
    const all = leaveOneOut(prose, (known) => scoreBy(bestForm(known, rightOf)))
    const proseArea = areaOf(prose, ({ compared }) => compared.score)
    const codeArea = areaOf(code, ({ compared }) => compared.score)
    const found = foundInClasses()
    say(`prose ${proseArea.toFixed(4)}, code ${codeArea.toFixed(4)}`)
    say(found.verdicts.join('; '))
    return {
      title: 'Plagiarism: short answers and homework with known copies',
      notes: [
        'Each answer is compared with the source of its task, each program with the original of its case. Areas under the',
        'ROC curve (AUC) compare copies with everything that is not copied. Yes/no and the four levels: thresholds are chosen on four tasks',
        'and reported on the fifth, in turn. A copy is *cut* if it has a long enough verbatim run of words, *light* if it',
        'shares enough runs of three words, otherwise *heavy*. In the second row, the form of the score is chosen on the other tasks',
        `as well, by correct answers (for code, by AUC): the weight of content (0, 0.25, 0.5, 0.75, 1) and the length of runs (2 to 5). Chosen for the tasks: ${chosenForms(prose, rightOf).join('; ')};`,
        `for the cases of code: ${chosenForms(code, areaOf).join('; ')}. The program uses a weight of 0.5 and runs of 3 for both.`,
        `Thresholds chosen for prose: ${thresholds.map((value) => value.toFixed(3)).join(', ')}; that of the program is 0.24.`,
      ],
      rows: [],
      tables: [
        proseTable(prose),
        levelTable(prose),
        codeTable(code),
        classTable(),
        found.table,
        madeClassTable(),
        await timeTable(program, repetitions),
      ],
      verdicts: [
        `prose, yes/no: ${percent(accuracy)} of 95 answers right with thresholds from other tasks, ${percent(all.accuracy)} with the form of the score from there, too (published: 94.7 %)`,
        `prose, four levels: ${percent(levels)} right, and ${percent(all.levels)}`,
        `prose, AUC ${proseArea.toFixed(4)} (published: 0.963 for word-3 containment, 0.974 for single-word Jaccard); two of the 57 copies share next to nothing with the given source (1 % or less of their runs), so little is left to gain`,
        `code, AUC ${codeArea.toFixed(3)} over all (published: 0.70)`,
        ...found.verdicts,
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
        runs: runsOf(wordsOf(text), wordsOf(source)),
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
        runs: runsOf(tokensOf(text), tokensOf(originals.get(group).text)),
      }
    })
}

/** What is reported for classes in which nobody copied. */
function classTable() {
  const records = sharedLines('plagiarism/ir-plag-cases-1-3.jsonl').map((line) => JSON.parse(line))
  const rows = [...new Set(records.map((one) => one.case))].map((name) => {
    const members = records.filter((one) => one.case === name)
    const independent = members.filter(({ kind }) => kind === 'non-plagiarized')
    const usual = findCopies(independent)
    const fixed = findCopies(independent, { threshold: 0.85, passage: 80 })
    return [
      name,
      String((independent.length * (independent.length - 1)) / 2),
      String(fixed.copies.length),
      String(usual.copies.length),
      (usual.expectedByChance ?? 0).toFixed(2),
      usual.threshold.code > 1 ? 'none' : usual.threshold.code.toFixed(3),
    ]
  })
  return [
    [
      'independent homework',
      'pairs',
      'reported, fixed limits',
      'reported',
      'expected by chance',
      'threshold',
    ],
    ...rows,
  ]
}

/** How many pairs may be expected to be reported by chance: the default, and more. */
const BY_CHANCE = [1, 10]

/**
 * What is found in a class with one copy: the independent works of a task, the work that was copied, and a copy of it. Each
 * labeled copy makes a class of its own, so no copy is hidden among others.
 */
function foundInClasses() {
  const kinds = [
    {
      name: 'prose',
      records: readRecords('clough', 'task', 'category', ['orig', 'non']),
      levels: PROSE_LEVELS,
    },
    { name: 'code', records: readRecords('ir-plag-cases-1-3', 'case', 'kind', ['original', 'non-plagiarized']), levels: CODE_LEVELS }, // biome-ignore format: one row
  ]
  /** @type {string[]} */
  const verdicts = []
  const rows = kinds.flatMap(({ name, records, levels }) => {
    const outcomes = records
      .filter(({ role }) => role === 'copy')
      .map((copy) => {
        const others = records.filter(({ group, role }) => group === copy.group && role !== 'copy')
        const source = others.find(({ role }) => role === 'source')?.id
        const independent = new Set(others.filter(({ role }) => role === 'independent').map(({ id }) => id))
        const limits = BY_CHANCE.map((byChance) => {
          const { copies } = findCopies([...others, copy], { byChance })
          const isFound = copies.some(({ a, b }) => [a, b].includes(copy.id) && [a, b].includes(source ?? ''))
          const accused = copies.filter(({ a, b }) => independent.has(`${a}`) || independent.has(`${b}`))
          return { isFound, accused: accused.length }
        })
        return { level: copy.level, group: copy.group, limits }
      })
    /** @param {string} label @param {typeof outcomes} some */
    const row = (label, some) => [
      label,
      String(some.length),
      ...BY_CHANCE.flatMap((_, i) => [
        percent(some.filter(({ limits }) => limits[i]?.isFound).length / some.length),
        (some.reduce((sum, { limits }) => sum + (limits[i]?.accused ?? 0), 0) / some.length).toFixed(2),
      ]),
    ]
    const [, count, share, accused] = row(name, outcomes)
    verdicts.push(
      `${name}, one copy in a class, default limits: ${share} of ${count} copies found, ${accused} pairs with independent work reported per class`,
    )
    return [
      row(`${name}, all`, outcomes),
      ...levels.map((level) =>
        row(
          `${name}, ${level}`,
          outcomes.filter((one) => one.level === level),
        ),
      ),
      ...[...new Set(outcomes.map(({ group }) => group))].map((group) => row(`${name}, ${group}`, outcomes.filter((one) => one.group === group))), // biome-ignore format: one row
    ]
  })
  const head = [
    'classes with one copy',
    'copies',
    ...BY_CHANCE.flatMap((pairs) => [
      `found, ${pairs} by chance${pairs === 1 ? ' (default)' : ''}`,
      'pairs with independent work, mean',
    ]),
  ]
  return { table: [head, ...rows], verdicts }
}

/**
 * The documents of a labeled collection, each with its role.
 *
 * @param {string} file
 * @param {string} group the field of the task
 * @param {string} kind the field that says what a document is
 * @param {readonly string[]} names of sources and of independent work
 */
function readRecords(file, group, kind, [source, independent]) {
  return sharedLines(`plagiarism/${file}.jsonl`)
    .map((line) => JSON.parse(line))
    .map((one) => ({
      id: `${one.id}`,
      text: `${one.text}`,
      group: `${one[group]}`,
      level: `${one.level ?? one[kind]}`,
      role: one[kind] === source ? 'source' : one[kind] === independent ? 'independent' : 'copy',
    }))
}

/** Made classes in which nobody copies: as many pairs should be reported as are expected by chance, or fewer. */
function madeClassTable() {
  const CLASSES = 8
  const kinds = /** @type {const} */ ([
    ['programs, one kind of loop', programs, 1],
    ['programs, three kinds of loops', programs, 3],
    ['programs, a tenth by another approach', approaches, 0.1],
    ['programs, a fifth by another approach', approaches, 0.2],
    ['answers, two wordings of each fact', answers, 2],
    ['answers, five wordings of each fact', answers, 5],
  ])
  const rows = kinds.flatMap(([name, make, ways]) =>
    [15, 40].map((students) => {
      const found = Array.from({ length: CLASSES }, (_, i) =>
        findCopies(make(students, 77 * (i + 1) + students, ways)),
      )
      const mean = (/** @type {readonly number[]} */ values) =>
        (values.reduce((sum, value) => sum + value, 0) / CLASSES).toFixed(2)
      const reported = found.map(({ copies }) => copies.length)
      return [
        `${name}, ${students} students`,
        String((students * (students - 1)) / 2),
        mean(reported),
        mean(found.map(({ expectedByChance = 0 }) => expectedByChance)),
        String(Math.max(...reported)),
      ]
    }),
  )
  return [
    [
      `${CLASSES} made classes of independent work`,
      'pairs',
      'reported, mean',
      'expected by chance, mean',
      'reported, most',
    ],
    ...rows,
  ]
}

/** @param {string} text */
function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** @param {string} text */
function tokensOf(text) {
  return Array.from(codeTokens(text, 'braces').hashes, String)
}

/**
 * For each length, the share of the runs of the document that has fewer that the other document has, too. @param {readonly string[]} a
 * @param {readonly string[]} b
 */
function runsOf(a, b) {
  return Object.fromEntries(
    [2, 3, 4, 5].map((k) => {
      const [one, other] = [a, b].map((tokens) => runSet(tokens, k))
      const both = [...(one ?? [])].filter((run) => other?.has(run)).length
      return [k, both / Math.max(1, Math.min(one?.size ?? 0, other?.size ?? 0))]
    }),
  )
}

/** @param {readonly string[]} tokens @param {number} k */
function runSet(tokens, k) {
  return new Set(tokens.slice(k - 1).map((_, i) => tokens.slice(i, i + k).join(' ')))
}

/** @param {Form} form @returns {(one: Case) => number} */
function scoreBy({ weight, k }) {
  return ({ compared, runs }) => weight * compared.content + (1 - weight) * (runs[k] ?? 0)
}

/**
 * The best form by a measure; among equals, that of the program.
 *
 * @param {readonly Case[]} cases
 * @param {(cases: readonly Case[], score: (one: Case) => number) => number} measure
 */
function bestForm(cases, measure) {
  return FORMS.reduce(
    (best, form) => (measure(cases, scoreBy(form)) > measure(cases, scoreBy(best)) + 1e-9 ? form : best),
    OWN,
  )
}

/**
 * The number of answers that the best threshold classifies correctly; ties are broken by the area under the curve. @param {readonly Case[]}
 * cases @param {(one: Case) => number} score
 */
function rightOf(cases, score) {
  const threshold = bestThreshold(cases, score)
  const right = cases.filter((one) => score(one) >= threshold === one.copied).length
  return right + areaOf(cases, score) / 2
}

/**
 * Measures published by others, computed again here.
 *
 * @param {string} a
 * @param {string} b
 * @param {number} k
 */
function shared(a, b, k) {
  const [one, other] = [a, b].map((text) => {
    return runSet(wordsOf(text), k)
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
 * The shares of correct answers, yes or no and by level, with everything chosen on the other groups; and what was chosen.
 *
 * @param {readonly Case[]} cases
 * @param {(known: readonly Case[]) => (one: Case) => number} choose the score, from what is known
 */
function leaveOneOut(cases, choose) {
  let right = 0
  let rightLevels = 0
  let area = 0
  /** @type {{ level: string, taken: string }[]} */
  const taken = []
  /** @type {number[]} */
  const thresholds = []
  for (const group of groupsOf(cases)) {
    const known = cases.filter((one) => one.group !== group)
    const unknown = cases.filter((one) => one.group === group)
    const score = choose(known)
    const threshold = bestThreshold(known, score)
    thresholds.push(threshold)
    const isCopy = (/** @type {Case} */ one) => score(one) >= threshold
    right += unknown.filter((one) => isCopy(one) === one.copied).length
    const level = levelRule(known, isCopy)
    rightLevels += unknown.filter((one) => level(one) === one.level).length
    taken.push(...unknown.map((one) => ({ level: one.level, taken: level(one) })))
    area += areaOf(unknown, score) / groupsOf(cases).length
  }
  return { accuracy: right / cases.length, levels: rightLevels / cases.length, area, thresholds, taken }
}

/** @param {readonly Case[]} cases */
function groupsOf(cases) {
  return [...new Set(cases.map(({ group }) => group))]
}

/** Which form each group was judged by, as the others chose it. @param {readonly Case[]} cases @param {typeof areaOf | typeof rightOf} measure */
function chosenForms(cases, measure) {
  return groupsOf(cases)
    .map((group) =>
      bestForm(
        cases.filter((one) => one.group !== group),
        measure,
      ),
    )
    .map(({ weight, k }) => `content ${weight}, runs of ${k}`)
}

/**
 * The threshold with the most correct answers; if there are several, the middle one.
 *
 * @param {readonly Case[]} cases
 * @param {(one: Case) => number} score
 */
function bestThreshold(cases, score) {
  const tried = cuts(cases.map(score)).map((threshold) => ({
    threshold,
    right: cases.filter((one) => score(one) >= threshold === one.copied).length,
  }))
  const max = Math.max(...tried.map(({ right }) => right))
  const best = tried.filter(({ right }) => right === max)
  return best[best.length >> 1]?.threshold ?? 0
}

/**
 * The two thresholds, for the longest verbatim run and for the share of runs, that give the most correct levels among the copies.
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
  const max = Math.max(...tried.map(({ right }) => right))
  const best = tried.filter(({ right }) => right === max)
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
    const { accuracy, levels } = leaveOneOut(prose, () => score)
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
    chosenRow(prose),
    row('likewise: content', ({ compared }) => compared.content),
    row('likewise: runs of three', ({ compared }) => compared.runs),
    row('word-3 containment', ({ peers }) => peers['word-3 containment'] ?? 0),
    row('single-word Jaccard', ({ peers }) => peers['word-1 Jaccard'] ?? 0),
    ['published (Clough and Stevenson 2011)', '', '', '', '', '94.7 %', ''],
  ]
}

/** How well the four levels are separated: what each was classified as, and each compared with the next. @param {readonly Case[]} prose */
function levelTable(prose) {
  const levels = ['non', ...PROSE_LEVELS]
  const { taken } = leaveOneOut(
    prose,
    () =>
      ({ compared }) =>
        compared.score,
  )
  /** @type {readonly (readonly [string, (one: Case) => number])[]} */
  const next = [
    ['score', ({ compared }) => compared.score],
    ['runs', ({ compared }) => compared.runs],
    ['verbatim', ({ compared }) => compared.verbatim],
  ]
  return [
    ['level', 'answers', ...levels.map((level) => `taken for ${level}`), 'AUC against the next level'],
    ...levels.map((level, i) => {
      const of = taken.filter((one) => one.level === level)
      const valuesOf = (
        /** @type {string | undefined} */ name,
        /** @type {(one: Case) => number} */ measure,
      ) => prose.filter((one) => one.level === name).map(measure)
      return [
        level,
        `${of.length}`,
        ...levels.map((other) => `${of.filter((one) => one.taken === other).length}`),
        i + 1 === levels.length
          ? ''
          : next
              .map(
                ([name, measure]) =>
                  `${name} ${areaUnderCurve(valuesOf(levels[i + 1], measure), valuesOf(level, measure)).toFixed(2)}`,
              )
              .join(', '),
      ]
    }),
  ]
}

/** Scores of different forms cannot be ranked together, so the area is the mean of those inside each task. @param {readonly Case[]} prose */
function chosenRow(prose) {
  const { accuracy, levels, area } = leaveOneOut(prose, (known) => scoreBy(bestForm(known, rightOf)))
  return [
    'likewise: the form of the score, too, chosen on the other tasks',
    `${area.toFixed(4)} inside tasks (the score: ${leaveOneOut(prose, () => scoreBy(OWN)).area.toFixed(4)})`,
    ...PROSE_LEVELS.map(() => ''),
    percent(accuracy),
    percent(levels),
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
    [
      'likewise: the form chosen on the other two cases; area inside cases',
      `${leaveOneOut(code, (known) => scoreBy(bestForm(known, areaOf))).area.toFixed(3)} (the score: ${leaveOneOut(code, () => scoreBy(OWN)).area.toFixed(3)})`,
      ...CODE_LEVELS.map(() => ''),
    ],
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
          '--force',
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
