import { percent } from '../../model/quantities.js'
import { checkFolder } from '../../write/node-sink.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import { checkStdout, STDOUT } from '../output/outputs.js'
import { writeWhole } from '../output/write-whole.js'
import { type Curve, chooseCurve } from './curve.js'
import { curvePlot } from './curve-plot.js'
import { curveSvg } from './curve-svg.js'

/** `likewise tune`: the S-curve, as a plot, a table and a drawing. */
export async function tune(
  _operands: readonly string[],
  values: OptionValues,
  { terminal }: Context,
): Promise<void> {
  const { svg, json } = values
  checkStdout(svg === undefined ? [] : [{ option: '--svg', path: svg }], json === true)
  const curve = chooseCurve(values)
  if (svg !== undefined && svg !== STDOUT) checkFolder(svg)
  if (svg !== undefined) await writeWhole(svg, curveSvg(curve))
  if (json === true) terminal.out.print(`${JSON.stringify(curve)}\n`)
  else {
    const printer = svg === STDOUT ? terminal.err : terminal.out
    printer.print(`${heading(curve)}\n${curvePlot(curve)}\n${table(curve)}`)
  }
}

function heading(curve: Curve): string {
  const { bands, rows, slots, threshold, recall, wished, half } = curve
  const at = Number(threshold.toFixed(4))
  return [
    `  bands       ${bands} of ${rows} rows: ${slots} slots`,
    wished === undefined
      ? `  recall      ${percent(recall)} at ${at}`
      : `  recall      ${percent(recall)} promised at ${at}, ${percent(wished)} wished`,
    `  even odds   at ${half.toFixed(4)}`,
    `  areas       ${curve.falsePositiveArea.toFixed(4)} below the curve left of the threshold (in vain), ${curve.falseNegativeArea.toFixed(4)} above it to the right (missed)`,
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
