import { percent } from '../../model/quantities.js'
import { checkFolder } from '../../write/node-sink.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkStdout, STDOUT } from '../output/outputs.js'
import { processCost } from '../output/process-cost.js'
import { writeWhole } from '../output/write-whole.js'
import { type Curve, chooseCurve } from './curve.js'
import { curvePlot } from './curve-plot.js'
import { curveSvg } from './curve-svg.js'

/** `likewise tune`: the S-curve, as a plot, a table and a drawing. */
export async function tune(_operands: readonly string[], values: OptionValues): Promise<Outcome> {
  const { svg, json } = values
  checkStdout(svg === undefined ? [] : [{ option: '--svg', path: svg }], json === true)
  const curve = chooseCurve(values)
  if (svg !== undefined && svg !== STDOUT) checkFolder(svg)
  if (svg !== undefined) await writeWhole(svg, curveSvg(curve))
  const { recall, wished, ...others } = curve
  const report = {
    inputs: [],
    written: svg === undefined ? [] : [{ kind: 'svg', path: svg }],
    ...others,
    recall: { ...(wished !== undefined && { requested: wished }), guaranteed: recall },
    ...processCost(),
  }
  return { report, isAnswer: true, text: () => `${heading(curve)}\n${curvePlot(curve)}\n${table(curve)}` }
}

function heading(curve: Curve): string {
  const { bands, rows, slots, threshold, recall, wished, half } = curve
  const at = Number(threshold.toFixed(4))
  return [
    `  bands       ${bands} of ${rows} rows: ${slots} slots`,
    wished === undefined
      ? `  recall      ${percent(recall)} at ${at}`
      : `  recall      ≥ ${percent(recall)} at similarity ${at} (requested ${percent(wished)})`,
    `  50 %        at similarity ${half.toFixed(4)}`,
    `  areas       wasted comparisons ${curve.falsePositiveArea.toFixed(4)} (under the curve below the threshold), missed pairs ${curve.falseNegativeArea.toFixed(4)} (over it above the threshold)`,
    '',
  ].join('\n')
}

function table({ points, threshold }: Curve): string {
  return points
    .map(
      ({ similarity, probability }) =>
        `  ${similarity.toFixed(4)}  ${probability.toFixed(6)}${similarity === threshold ? '  ← threshold' : ''}\n`,
    )
    .join('')
}
