import type { Context } from '../context.js'
import { inputReport } from '../input/input-report.js'
import { inputRows } from '../input/input-rows.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct, checkOutputs } from '../output/outputs.js'
import { row } from '../output/rows.js'
import { manyMany } from './many-many.js'
import { manyOne } from './many-one.js'
import { outputsOf, planFingerprints } from './plan-fingerprints.js'
import { readPrints } from './read-prints.js'

/** `likewise fingerprints`: finds prints of the same finger, many–many or many–one, and measures the error rates. */
export async function fingerprints(
  inputs: readonly string[],
  values: OptionValues,
  { lifetime, progress }: Context,
): Promise<Outcome> {
  const plan = planFingerprints(inputs, values)
  const outputs = outputsOf(plan)
  checkOutputs(outputs, inputs, values, [plan.svg, plan.overlay])
  progress.step('reading')
  const read = await readPrints(plan.inputs, plan, (prints) => progress.count('reading', prints, 'print'))
  checkDistinct(outputs, read.files)
  const work = plan.probe === undefined ? manyMany : manyOne
  const { report, text, ...outcome } = await work(plan, read, progress, lifetime)
  const input = inputReport(read.notes)
  const rows = inputRows(input).map(([name, text]) => row(name, text))
  return { ...outcome, report: { ...report, input }, text: (printer) => [...rows, text(printer)].join('') }
}
