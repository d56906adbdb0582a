// @ts-check
// A gallery of many synthetic prints: how high the correct print ranks among the candidates of a probe, before anything is compared.
import { PrintIndex } from '../../dist/apps/fingerprints/print-index.js'
import { makeFinger } from '../../examples/fingerprints/finger.js'
import { makeImpression, NOISE } from '../../examples/fingerprints/impression.js'
import { inGroups, percent } from '../record.js'

const SEED = 3
const MAX_PROBES = 100
/** The shares of the gallery that might be compared. */
const SHARES = [0.001, 0.01, 0.1]

/**
 * @param {import('./settings.js').Settings} settings
 * @returns {Promise<import('../record.js').CaseResult>}
 */
export async function gallery({ size = 10_000, first: probeCount = MAX_PROBES, say }) {
  /** @type {string[][]} */
  const rows = []
  for (const level of /** @type {const} */ (['light', 'moderate'])) {
    const index = new PrintIndex({ candidates: 1 })
    const began = performance.now()
    for (let number = 1; number <= size; number++) index.add(printOf(number, 1, level))
    const added = performance.now()
    const step = Math.max(1, Math.floor(size / probeCount))
    const probes = Array.from({ length: Math.min(probeCount, size) }, (_, i) => 1 + i * step)
    const ranks = probes.map((finger) => {
      const found = index.candidates(index.prepare(printOf(finger, 2, level)))
      return found.findIndex(({ number }) => number === finger - 1)
    })
    const ended = performance.now()
    rows.push([
      level,
      inGroups(size),
      percent(ranks.filter((rank) => rank === 0).length / ranks.length),
      ...SHARES.map((share) =>
        percent(ranks.filter((rank) => rank < Math.ceil(share * size)).length / ranks.length),
      ),
      ((added - began) / size).toFixed(1),
      ((ended - added) / ranks.length).toFixed(0),
    ])
    say(`${level}: ${rows.at(-1)?.join(', ')}`)
  }
  return {
    title: 'Fingerprints: candidates in a large gallery of synthetic prints',
    notes: [
      `One print of each of ${inGroups(size)} synthetic fingers is stored (seed ${SEED}), and another print of ${probeCount} of them is the probe. The columns`,
      'show how often the correct print is first, and how often it is in the part of the gallery with the most evidence, which would be compared.',
      'Noise as in the case fingerprints (examples/fingerprints/impression.js). No biometric data was available, so these figures cannot be',
      'compared with figures published for real prints.',
    ],
    rows: [],
    tables: [
      [
        ['noise', 'prints', 'first', ...SHARES.map((share) => `among ${percent(share)}`), 'ms to add a print', 'ms per probe'], // biome-ignore format: one row
        ...rows,
      ],
    ],
    verdicts: [],
  }
}

/**
 * @param {number} number
 * @param {number} impression
 * @param {keyof typeof NOISE} level
 */
function printOf(number, impression, level) {
  return {
    id: `${number}_${impression}`,
    finger: `${number}`,
    minutiae: makeImpression(
      makeFinger(number, SEED),
      SEED * 7_368_787 + number * 1009 + impression,
      NOISE[level],
    ),
  }
}
