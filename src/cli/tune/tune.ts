import { similarityIn } from '../../model/plan.js'
import { counted, percent } from '../../model/quantities.js'
import { type Curve, curveReport, describeCurve } from '../../plan/curve.js'
import { STDOUT } from '../../write/node-output.js'
import { checkFolder } from '../../write/node-sink.js'
import { writeWhole } from '../../write/node-write-whole.js'
import { planOf, type ReadInput, readRows } from '../explain/explain.js'
import { readPlanFile } from '../find/search-parts.js'
import { inputReport } from '../input/input-report.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkOverwrite, checkStdout } from '../output/outputs.js'
import { processCost } from '../output/process-cost.js'
import { row } from '../output/rows.js'
import { UsageError } from '../usage-error.js'
import { chooseCurve } from './choose-curve.js'
import { curvePlot } from './curve-plot.js'
import { curveSvg } from './curve-svg.js'

/** `likewise tune`: shows the S-curve as a plot, a table and a drawing. */
export async function tune(inputs: readonly string[], values: OptionValues): Promise<Outcome> {
  const { svg, json } = values
  const outputs = svg === undefined ? [] : [{ option: '--svg', path: svg }]
  checkStdout(outputs, json === true)
  checkOverwrite(outputs, values)
  const { curve, reason, ...read } = await curveFor(inputs, values)
  if (curve === undefined) return exactOutcome(inputs, values, read, reason)
  if (svg !== undefined && svg !== STDOUT) checkFolder(svg)
  if (svg !== undefined) await writeWhole(svg, curveSvg(curve))
  const report = {
    inputs,
    written: svg === undefined ? [] : [{ kind: 'svg', path: svg }],
    ...inputPart(read),
    ...withMeasure(curveReport(curve)),
    ...processCost(),
  }
  const origin =
    inputs.length > 0 || values.plan !== undefined || values.bands !== undefined
      ? ''
      : '\nThis curve depends only on the threshold and the recall. find chooses its bands from a sample of the input;\nto see the curve of that plan, run likewise tune INPUT.\n'
  return {
    report,
    isAnswer: true,
    text: () => `${readText(read)}${heading(curve)}\n${curvePlot(curve)}\n${table(curve)}${origin}`,
  }
}

/** Names the similarity measure as every report does. */
function withMeasure({ similarity, ...curve }: ReturnType<typeof curveReport>): object {
  return { ...curve, ...(similarity !== undefined && { measure: similarity }) }
}

/** How the input was read, in the same form as in every command. */
function inputPart({ notes, ...read }: ReadInput): object {
  return { ...read, ...(notes && { input: inputReport(notes) }) }
}

function readText(read: ReadInput): string {
  return readRows(read)
    .map(([name, text]) => row(name, text))
    .join('')
}

/** The curve of the plan that find would follow, given an input or a plan; undefined if it would search exactly. */
async function curveFor(
  inputs: readonly string[],
  values: OptionValues,
): Promise<ReadInput & { readonly curve: Curve | undefined; readonly reason?: string }> {
  if (inputs.length === 0 && values.plan === undefined) return { curve: chooseCurve(values) }
  const own = (['bands', 'rows', 'slots'] as const).find((name) => values[name] !== undefined)
  if (own !== undefined) {
    throw new UsageError(`--${own} conflicts with an input or --plan`, `leave out one or the other`)
  }
  const { explained, ...read } =
    inputs.length === 0
      ? { explained: readPlanFile(values.plan!, values.memory) }
      : await planOf(inputs, values)
  const { plan, reason } = explained
  if (plan.method === 'exact') return { curve: undefined, ...(reason !== undefined && { reason }), ...read }
  const { bands, rows, threshold, recall, scheme } = plan
  const curve = describeCurve({ bands, rows }, similarityIn(plan), threshold, recall)
  return { curve: { ...curve, slots: scheme.slots }, ...read }
}

function exactOutcome(
  inputs: readonly string[],
  { threshold = 0.8, svg }: OptionValues,
  read: ReadInput,
  reason: string | undefined,
): Outcome {
  if (svg !== undefined)
    throw new UsageError('no curve to draw: find would use an exact search', 'add --method bands')
  const report = {
    inputs,
    written: [],
    ...inputPart(read),
    method: 'exact',
    threshold,
    recall: { guaranteed: 1 },
    ...processCost(),
  }
  const text = [
    readText(read),
    row('method', 'exact search'),
    ...(reason === undefined ? [] : [row('', reason)]),
    row('recall', `100 % at every similarity ≥ ${threshold}, so there is no curve`),
  ].join('')
  return { report, isAnswer: true, text: () => text }
}

function heading(curve: Curve): string {
  const { bands, rows, slots, threshold, recall, requested, midpoint } = curve
  const at = Number(threshold.toFixed(4))
  return [
    `  bands       ${bands} of ${counted(rows, 'row')}: ${counted(slots, 'slot')}`,
    requested === undefined
      ? `  recall      ${percent(recall)} at ${at}`
      : `  recall      ≥ ${percent(recall)} at ${curve.similarity ?? 'similarity'} ${at} (requested ${percent(requested)})`,
    `  50 %        at ${curve.similarity ?? 'similarity'} ${midpoint.toFixed(4)}`,
    `  areas       wasted comparisons ${curve.falsePositiveArea.toFixed(4)} (below the curve, left of the threshold), missed pairs ${curve.falseNegativeArea.toFixed(4)} (above it, right of the threshold)`,
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
