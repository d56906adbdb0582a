// @ts-check
// The S-curve of a layout, and the histogram of similarities that a plan rests on, alone and together.

import { candidateProbability } from 'likewise/sketch'
import { circle, drawing, label, polyline, rectangle, segment } from './svg.js'

/** @typedef {{ readonly bands: number, readonly rows: number }} Layout */
/** @typedef {{ readonly mean: number, readonly pairs: number }} Bin */

const WIDTH = 720
const HEIGHT = 380
const PLOT = { left: 90, top: 66, width: 570, height: 244 }

/** @param {number} similarity */
const x = (similarity) => PLOT.left + similarity * PLOT.width
/** @param {number} share */
const y = (share) => PLOT.top + (1 - share) * PLOT.height

/** @param {Layout} layout @param {number} threshold */
export function curvePicture(layout, threshold) {
  const recall = candidateProbability(threshold, layout)
  return drawing({
    width: WIDTH,
    height: HEIGHT,
    title: `The S-curve of ${layout.bands} bands of ${layout.rows} rows`,
    description: `The probability that a pair becomes a candidate, by similarity: ${recall.toFixed(3)} at the threshold of ${threshold}.`,
    shapes: [
      label(PLOT.left, 34, `${layout.bands} bands of ${layout.rows} rows`, { size: 16, bold: true }),
      ...similarityAxis(),
      ...probabilityAxis(),
      ...curve(layout, threshold),
    ],
  })
}

/** @param {readonly Bin[]} histogram @param {number} documents */
export function histogramPicture(histogram, documents) {
  const tenths = byTenths(histogram)
  const scale = logScale(tenths)
  return drawing({
    width: WIDTH,
    height: HEIGHT,
    title: `How similar the pairs of ${documents} articles are`,
    description: `Pairs by tenths of similarity, on a logarithmic scale: ${tenths.map((pairs) => Math.round(pairs)).join(', ')}.`,
    shapes: [
      label(PLOT.left, 34, `Pairs of ${documents} sample articles, by similarity`, { size: 16, bold: true }),
      ...similarityAxis(),
      ...countAxis(scale),
      ...bars(tenths, scale),
      ...tenths.map((pairs, i) =>
        label(x((i + 0.5) / 10), y(scale(pairs)) - 6, count(pairs), { size: 12, anchor: 'middle' }),
      ),
    ],
  })
}

/**
 * The histogram, and the curve that was chosen for it.
 * @param {readonly Bin[]} histogram @param {Layout} layout @param {number} threshold @param {number} documents
 */
export function planPicture(histogram, layout, threshold, documents) {
  const tenths = byTenths(histogram)
  const scale = logScale(tenths)
  return drawing({
    width: WIDTH,
    height: HEIGHT,
    title: `A plan for ${documents} articles: ${layout.bands} bands of ${layout.rows} rows`,
    description: `Bars: pairs by similarity, on a logarithmic scale. Line: the probability that a pair becomes a candidate, ${candidateProbability(threshold, layout).toFixed(3)} at the threshold of ${threshold}.`,
    shapes: [
      label(PLOT.left, 34, `Plan for ${documents} articles: ${layout.bands} bands of ${layout.rows} rows`, {
        size: 16,
        bold: true,
      }),
      ...similarityAxis(),
      ...probabilityAxis(),
      ...bars(tenths, scale),
      ...tenths.map((pairs, i) =>
        label(x((i + 0.5) / 10), y(scale(pairs)) - 5, count(pairs), {
          size: 11,
          anchor: 'middle',
          role: 'faint',
        }),
      ),
      ...curve(layout, threshold),
      rectangle({ x: 478, y: 24, width: 14, height: 10 }, { fill: 'bar' }),
      label(498, 34, 'pairs (log scale)', { role: 'faint', size: 12 }),
      segment([606, 29], [626, 29], { role: 'line', width: 2.5 }),
      label(632, 34, 'S-curve', { role: 'faint', size: 12 }),
    ],
  })
}

/** @param {Layout} layout @param {number} threshold */
function curve(layout, threshold) {
  const recall = candidateProbability(threshold, layout)
  const points = Array.from({ length: 101 }, (_, i) => i / 100).map(
    (s) => /** @type {const} */ ([x(s), y(candidateProbability(s, layout))]),
  )
  return [
    segment([x(threshold), y(0)], [x(threshold), y(1)], { role: 'mark', dashed: true, width: 1.5 }),
    label(x(threshold) + 6, y(1) - 6, `threshold ${threshold}`, { role: 'mark', size: 12 }),
    polyline(points, 'line'),
    circle([x(threshold), y(recall)], 5, { fill: 'mark' }),
    label(x(threshold) + 10, y(recall) + 18, `${(100 * recall).toFixed(1)} % found`, { size: 12 }),
  ]
}

/** @param {readonly number[]} tenths @param {(pairs: number) => number} scale */
function bars(tenths, scale) {
  return tenths.map((pairs, i) =>
    rectangle(
      {
        x: x(i / 10) + 3,
        y: y(scale(pairs)),
        width: PLOT.width / 10 - 6,
        height: scale(pairs) * PLOT.height,
      },
      { fill: 'bar', round: 2 },
    ),
  )
}

function similarityAxis() {
  return [
    ...Array.from({ length: 11 }, (_, i) =>
      label(x(i / 10), y(0) + 20, (i / 10).toFixed(1), { role: 'faint', size: 12, anchor: 'middle' }),
    ),
    label(PLOT.left + PLOT.width / 2, y(0) + 46, 'similarity of a pair', { anchor: 'middle' }),
  ]
}

function probabilityAxis() {
  return [
    ...[0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((tick) => [
      segment([x(0), y(tick)], [x(1), y(tick)]),
      label(PLOT.left - 10, y(tick) + 4, `${100 * tick} %`, { role: 'faint', size: 12, anchor: 'end' }),
    ]),
    label(20, PLOT.top + PLOT.height / 2, 'probability of becoming a candidate', {
      anchor: 'middle',
      turned: true,
    }),
  ]
}

/** @param {(pairs: number) => number} scale */
function countAxis(scale) {
  const ticks = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000].filter((tick) => scale(tick) <= 1)
  return [
    ...ticks.flatMap((tick) => [
      segment([x(0), y(scale(tick))], [x(1), y(scale(tick))]),
      label(PLOT.left - 10, y(scale(tick)) + 4, count(tick), { role: 'faint', size: 12, anchor: 'end' }),
    ]),
    label(20, PLOT.top + PLOT.height / 2, 'pairs', { anchor: 'middle', turned: true }),
  ]
}

/** @param {readonly Bin[]} histogram */
function byTenths(histogram) {
  const tenths = new Array(10).fill(0)
  for (const { mean, pairs } of histogram) tenths[Math.min(9, Math.floor(10 * mean))] += pairs
  return /** @type {readonly number[]} */ (tenths)
}

/**
 * From a number of pairs to a height from 0 to 1; a single pair has a visible bar.
 * @param {readonly number[]} tenths
 */
function logScale(tenths) {
  const height = Math.log10(Math.max(...tenths)) + 1.3
  return (/** @type {number} */ pairs) => (pairs < 1 ? 0 : (Math.log10(pairs) + 0.3) / height)
}

/** @param {number} pairs */
const count = (pairs) => Math.round(pairs).toLocaleString('en-US')
