import { checkWritable } from '../../write/node-open-table.js'
import { STDOUT } from '../../write/node-output.js'
import { checkFolder } from '../../write/node-sink.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct, checkOverwrite } from '../output/outputs.js'
import { manyMany } from './many-many.js'
import { manyOne } from './many-one.js'
import { outputsOf, planFingerprints } from './plan-fingerprints.js'
import { readPrints } from './read-prints.js'

/** `likewise fingerprints`: prints of the same finger, many–many or many–one, and the error rates. */
export async function fingerprints(
  inputs: readonly string[],
  values: OptionValues,
  { lifetime, progress }: Context,
): Promise<Outcome> {
  const plan = planFingerprints(inputs, values)
  const outputs = outputsOf(plan)
  checkDistinct(outputs, inputs)
  checkOverwrite(outputs, values)
  for (const output of outputs) {
    if (output !== plan.svg && output !== plan.overlay) checkWritable(output.path)
    else if (output.path !== STDOUT) checkFolder(output.path)
  }
  progress.step('reading')
  const read = await readPrints(plan.inputs, plan)
  checkDistinct(outputs, read.files)
  const work = plan.probe === undefined ? manyMany : manyOne
  return work(plan, read, progress, lifetime)
}
