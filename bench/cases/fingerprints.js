// @ts-check
// Error rates on prints of made-up fingers (examples/fingerprints), at three levels of noise. The tolerances are chosen on
// other fingers than those reported.

import { errorRates, falseNonMatchAt } from '../../dist/apps/fingerprints/error-rates.js'
import { scaledMinutiae } from '../../dist/apps/fingerprints/print.js'
import { PrintIndex } from '../../dist/apps/fingerprints/print-index.js'
import { scorePrints, splitScores } from '../../dist/apps/fingerprints/same-fingers.js'
import { printSquares } from '../../dist/apps/fingerprints/squares.js'
import { jaccardOfSorted } from '../../dist/distance/sorted-sets.js'
import { makeFinger } from '../../examples/fingerprints/finger.js'
import { makeImpression, NOISE } from '../../examples/fingerprints/impression.js'
import { inGroups, percent } from '../record.js'

/** @typedef {import('../../dist/apps/fingerprints/print.js').Print} Print */
/** @typedef {keyof typeof NOISE} Level */
/** @typedef {import('../../dist/apps/fingerprints/print-index.js').PrintIndexOptions} Options */

const LEVELS = /** @type {const} */ (['light', 'moderate', 'heavy'])
const CHOSEN_ON = { seed: 1, fingers: 30, prints: 3 }
const PRINTS = 4

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function fingerprints({ size = 100, say }) {
  const tolerance = choose(say)
  /** @type {string[][]} */
  const table = [
    [
      'noise',
      'way',
      'pairs compared',
      'equal error rate',
      'not matched at 1 % false',
      'at 0.1 %',
      'at 0.01 %',
      'AUC',
      'ms a comparison',
    ],
  ]
  /** @type {string[]} */
  const verdicts = []
  for (const level of LEVELS) {
    const prints = makePrints(level, 2, size, PRINTS)
    const whole = scoreWhole(prints)
    table.push([level, 'Jaccard of the squares of whole prints', ...cells(whole.rates), ''])
    for (const candidates of [1, 0.1]) {
      const began = performance.now()
      const scores = scorePrints(prints, { tolerance, candidates, leastCandidates: 1 })
      const ms = (performance.now() - began) / scores.compared.count
      const { genuine, impostor } = splitScores(prints, scores)
      const rates = errorRates(genuine, impostor)
      const way = candidates === 1 ? 'all compared' : 'a tenth of the prints as candidates'
      const [, ...rest] = cells(rates)
      table.push([level, way, inGroups(scores.compared.count), ...rest, ms.toFixed(2)])
      say(`${level}, ${way}: ${percent(rates.equalErrorRate)}`)
      if (candidates === 1)
        verdicts.push(
          `${level}: equal error rate ${percent(rates.equalErrorRate)} of ${inGroups(genuine.length)} genuine and ${inGroups(impostor.length)} impostor pairs`,
        )
    }
    verdicts.push(`${level}: ${identification(prints, tolerance)}`)
  }
  return {
    title: 'Fingerprints: error rates on made-up prints',
    notes: [
      `${size} fingers with ${PRINTS} prints each (seed 2), every pair. Tolerances chosen on ${CHOSEN_ON.fingers} other fingers with ${CHOSEN_ON.prints} prints each`,
      `(seed 1) by the mean equal error rate of moderate and heavy noise: ${tolerance.distance} pixels and ${tolerance.angle} degrees. Pairs that were not compared have`,
      'the score 0. The noise model is written in examples/fingerprints/impression.js; its levels:',
      '',
      ...LEVELS.map(
        (level) =>
          `- ${level}: ${Object.entries(NOISE[level])
            .map(([name, value]) => `${name} ${value}`)
            .join(', ')}`,
      ),
      '',
      'No biometric data is given, so no figure here can be set beside one published on real prints. The first row of each level is',
      'the plain way of the texts: a print is normalised as a whole, and its set of squares compared by the Jaccard similarity.',
    ],
    rows: [],
    tables: [table],
    verdicts,
  }
}

/** @param {(line: string) => void} say */
function choose(say) {
  const tried = [
    { distance: 12, angle: 20 },
    { distance: 15, angle: 25 },
    { distance: 18, angle: 30 },
    { distance: 22, angle: 35 },
  ].map((tolerance) => {
    const rates = /** @type {const} */ (['moderate', 'heavy']).map((level) => {
      const prints = makePrints(level, CHOSEN_ON.seed, CHOSEN_ON.fingers, CHOSEN_ON.prints)
      const { genuine, impostor } = splitScores(prints, scorePrints(prints, { tolerance, candidates: 1 }))
      return errorRates(genuine, impostor)
    })
    const mean = rates.reduce((sum, { equalErrorRate }) => sum + equalErrorRate, 0) / rates.length
    const lost = rates.reduce((sum, rate) => sum + falseNonMatchAt(rate, 0.001), 0) / rates.length
    say(`${JSON.stringify(tolerance)}: ${percent(mean)}, ${percent(lost)} not matched at 0.1 %`)
    return { tolerance, mean }
  })
  return tried.reduce((best, one) => (one.mean < best.mean ? one : best)).tolerance
}

/**
 * @param {Level} level
 * @param {number} seed
 * @param {number} fingers
 * @param {number} count
 * @returns {Print[]}
 */
function makePrints(level, seed, fingers, count) {
  return Array.from({ length: fingers }, (_, i) => i + 1).flatMap((number) => {
    const finger = makeFinger(number, seed)
    return Array.from({ length: count }, (_, i) => ({
      id: `${number}_${i + 1}`,
      finger: `${number}`,
      minutiae: makeImpression(finger, seed * 7_368_787 + number * 1009 + i + 1, NOISE[level]),
    }))
  })
}

/** @param {readonly Print[]} prints */
function scoreWhole(prints) {
  const sets = prints.map((print) => printSquares(scaledMinutiae(print)))
  /** @type {number[]} */
  const genuine = []
  /** @type {number[]} */
  const impostor = []
  sets.forEach((one, a) => {
    sets.slice(a + 1).forEach((other, i) => {
      const list = prints[a]?.finger === prints[a + 1 + i]?.finger ? genuine : impostor
      list.push(jaccardOfSorted(one, other))
    })
  })
  return { rates: errorRates(genuine, impostor) }
}

/** @param {import('../../dist/apps/fingerprints/error-rates.js').ErrorRates} rates */
function cells(rates) {
  return [
    inGroups(rates.genuine + rates.impostor),
    percent(rates.equalErrorRate),
    ...[0.01, 0.001, 0.0001].map((rate) => percent(falseNonMatchAt(rates, rate))),
    rates.areaUnderCurve.toFixed(5),
  ]
}

/**
 * Many–one: the first print of each finger is in the index, the second is looked for.
 *
 * @param {readonly Print[]} prints
 * @param {Options['tolerance'] & {}} tolerance
 */
function identification(prints, tolerance) {
  const stored = prints.filter((_, i) => i % PRINTS === 0)
  const probes = prints.filter((_, i) => i % PRINTS === 1)
  const index = new PrintIndex({ tolerance, leastCandidates: 1 })
  for (const print of stored) index.add(print)
  let first = 0
  let among = 0
  const began = performance.now()
  for (const probe of probes) {
    const found = index.identify(probe)
    if (stored[found[0]?.number ?? -1]?.finger === probe.finger) first++
    if (found.some(({ number }) => stored[number]?.finger === probe.finger)) among++
  }
  const ms = (performance.now() - began) / probes.length
  return `one print of each finger stored, another looked for: ${percent(among / probes.length)} among the tenth that is compared, ${percent(first / probes.length)} found first, ${ms.toFixed(1)} ms a probe`
}
