// @ts-check
// The pipeline, and a cluster with its pairs.

import { circle, drawing, label, rectangle, segment } from './svg.js'

const STEPS = [
  ['document', 'text', 'shingling'],
  ['set', 'shingles', 'sketching'],
  ['signature', 'slots', 'banding'],
  ['candidates', 'same bucket', 'verification'],
  ['pairs', 'exact similarity', 'clustering'],
  ['clusters', 'survivors', ''],
]
const BOX = { width: 104, height: 56, gap: 52 }

/** Documents on the left, clusters on the right, and the shortcut of an exact search. */
export function pipelinePicture() {
  const width = 40 + STEPS.length * BOX.width + (STEPS.length - 1) * BOX.gap
  /** @param {number} i */
  const left = (i) => 20 + i * (BOX.width + BOX.gap)
  const top = 40
  const middle = top + BOX.height / 2
  const below = top + BOX.height + 46
  return drawing({
    width,
    height: 170,
    title: 'From documents to clusters',
    description: `The steps of a search: ${STEPS.map(([name]) => name).join(', ')}. An exact search goes from sets to pairs directly.`,
    shapes: [
      ...STEPS.flatMap(([name = '', detail = '', step = ''], i) => [
        rectangle(
          { x: left(i), y: top, width: BOX.width, height: BOX.height },
          { fill: 'fill', stroke: 'edge', round: 6 },
        ),
        label(left(i) + BOX.width / 2, top + 25, name, { anchor: 'middle', bold: true, size: 14 }),
        label(left(i) + BOX.width / 2, top + 43, detail, { anchor: 'middle', role: 'faint', size: 12 }),
        ...(step === ''
          ? []
          : [
              ...arrow([left(i) + BOX.width + 3, middle], [left(i + 1) - 3, middle]),
              label(left(i) + BOX.width + BOX.gap / 2, top - 12, step, {
                anchor: 'middle',
                role: 'faint',
                size: 12,
              }),
            ]),
      ]),
      segment([left(1) + BOX.width / 2, top + BOX.height], [left(1) + BOX.width / 2, below], {
        role: 'line',
        width: 1.5,
      }),
      segment([left(1) + BOX.width / 2, below], [left(4) + BOX.width / 2, below], {
        role: 'line',
        width: 1.5,
      }),
      segment([left(4) + BOX.width / 2, below], [left(4) + BOX.width / 2, top + BOX.height + 4], {
        role: 'line',
        width: 1.5,
      }),
      ...head([left(4) + BOX.width / 2, top + BOX.height + 3], [0, -1]),
      label((left(1) + left(4) + BOX.width) / 2, below - 8, 'exact search: no signatures, nothing missed', {
        anchor: 'middle',
        role: 'faint',
        size: 12,
      }),
    ],
  })
}

/**
 * The members of a cluster on a circle, connected by their pairs.
 * @param {readonly string[]} members
 * @param {readonly { a: string, b: string, similarity: number }[]} pairs
 * @param {number} threshold
 */
export function clusterPicture(members, pairs, threshold) {
  const [width, height] = [720, 400]
  const center = /** @type {const} */ ([width / 2, height / 2 + 14])
  const positions = new Map(
    members.map((member, i) => {
      const angle = (2 * Math.PI * i) / members.length - Math.PI / 2
      return [
        member,
        /** @type {[number, number]} */ ([
          center[0] + 200 * Math.cos(angle),
          center[1] + 140 * Math.sin(angle),
        ]),
      ]
    }),
  )
  /** @param {string} member */
  const positionOf = (member) => /** @type {[number, number]} */ (positions.get(member))
  return drawing({
    width,
    height,
    title: `A cluster of ${members.length} articles`,
    description: pairs.map(({ a, b, similarity }) => `${a} and ${b}: ${similarity.toFixed(2)}`).join('; '),
    shapes: [
      label(24, 32, `${members.length} articles, ${pairs.length} pairs at ${threshold} or above`, {
        size: 16,
        bold: true,
      }),
      ...pairs.map(({ a, b }) => segment(positionOf(a), positionOf(b), { role: 'line', width: 1.5 })),
      ...pairs.flatMap(({ a, b, similarity }) => {
        const [mx, my] = [
          (positionOf(a)[0] + positionOf(b)[0]) / 2,
          (positionOf(a)[1] + positionOf(b)[1]) / 2,
        ]
        return [
          rectangle({ x: mx - 17, y: my - 10, width: 34, height: 18 }, { fill: 'paper', round: 3 }),
          label(mx, my + 4, similarity.toFixed(2), { anchor: 'middle', size: 12, role: 'faint' }),
        ]
      }),
      ...members.flatMap((member) => {
        const [px, py] = positionOf(member)
        const aside = px - center[0]
        const anchor = Math.abs(aside) < 20 ? 'middle' : aside < 0 ? 'end' : 'start'
        const [dx, dy] = anchor === 'middle' ? [0, py < center[1] ? -16 : 26] : [16 * Math.sign(aside), 4]
        return [
          circle([px, py], 9, { fill: 'bar', stroke: 'line' }),
          label(px + dx, py + dy, member, { anchor, size: 12 }),
        ]
      }),
    ],
  })
}

/** @param {readonly [number, number]} from @param {readonly [number, number]} to */
function arrow(from, to) {
  return [segment(from, to, { role: 'line', width: 1.5 }), ...head(to, [1, 0])]
}

/** The two strokes of an arrowhead that points in a direction. @param {readonly [number, number]} tip @param {readonly [number, number]} direction */
function head([x, y], [dx, dy]) {
  return [-1, 1].map((side) =>
    segment([x - 7 * dx + 4 * side * dy, y - 7 * dy + 4 * side * dx], [x, y], { role: 'line', width: 1.5 }),
  )
}
