import { type Restored, restoreInputs } from '../../dedup/restore.js'
import { InvalidOption } from '../../model/errors.js'
import { counted } from '../../model/quantities.js'
import { pathsOf } from '../../write/written.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct, checkOverwrite, checkStdout } from '../output/outputs.js'
import { processCost } from '../output/process-cost.js'
import { row, writtenRows } from '../output/rows.js'
import { UsageError } from '../usage-error.js'

/** `likewise restore`: the inputs of dedup, from what was kept and removed. */
export async function restore(
  [manifest = '']: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const { out, output } = values
  if (out !== undefined && output !== undefined) {
    throw new UsageError('--out and --output are both given', 'give one of them')
  }
  checkStdout(output === undefined ? [] : [{ option: '--output', path: output }], values.json === true)
  const { documents, isByValue, written } = await run(manifest, values, context)
  const report = { inputs: [manifest], written, documents, ...processCost() }
  const how = isByValue ? 'as Parquet of the same values' : 'checksum as in the manifest'
  return {
    report,
    text: () =>
      [row('restored', `${counted(documents, 'document')}, ${how}`), ...writtenRows(pathsOf(written))].join(
        '',
      ),
  }
}

async function run(
  manifest: string,
  values: OptionValues,
  { lifetime, progress }: Context,
): Promise<Restored> {
  try {
    return await restoreInputs(manifest, values, {
      lifetime,
      onTargets(targets, inputs) {
        const outputs = targets.map((path) => ({ option: 'the restored file', path }))
        checkDistinct(outputs, inputs)
        checkOverwrite(outputs, values)
      },
      onProgress: (done, total) => progress.share('restoring', done, total),
    })
  } catch (error) {
    throw error instanceof InvalidOption ? UsageError.from(error) : error
  }
}
