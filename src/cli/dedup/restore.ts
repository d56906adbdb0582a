import type { Restores } from '../../dedup/manifest.js'
import type { Restored } from '../../dedup/restore.js'
import { counted } from '../../model/quantities.js'
import { restoreFiles } from '../../node/restore.js'
import { pathsOf } from '../../write/written.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct, checkOverwrite, checkStdout } from '../output/outputs.js'
import { processCost } from '../output/process-cost.js'
import { row, writtenRows } from '../output/rows.js'
import { asUsage, UsageError } from '../usage-error.js'

/** `likewise restore`: restores the inputs of dedup from what was kept and removed. */
export async function restore(
  [manifest = '']: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const { out, output } = values
  if (out !== undefined && output !== undefined) {
    throw new UsageError('--out conflicts with --output', 'use one of them')
  }
  checkStdout(output === undefined ? [] : [{ option: '--output', path: output }], values.json === true)
  const { documents, written, filesRead } = await run(manifest, values, context)
  const report = { inputs: [manifest], written, filesRead, documents, ...processCost() }
  return {
    report,
    text: () =>
      [
        row('restored', counted(documents, 'document')),
        ...restoredRows(written),
        ...writtenRows(pathsOf(written)),
      ].join(''),
  }
}

/** What is the same as before, from most to least. */
const RESTORED_AS: readonly (readonly [restores: Restores, one: string, many: string])[] = [
  ['file', 'file, byte for byte', 'files, byte for byte'],
  ['content', 'file, decompressed, byte for byte', 'files, decompressed, byte for byte'],
  ['values', 'Parquet file with the same values', 'Parquet files with the same values'],
  ['records', 'file as JSON Lines with the same records', 'files as JSON Lines with the same records'],
]

function restoredRows(written: Restored['written']): string[] {
  return RESTORED_AS.flatMap(([restores, one, many]) => {
    const files = written
      .filter((file) => file.restores === restores)
      .reduce((sum, file) => sum + (file.files ?? 1), 0)
    return files === 0 ? [] : [row('identical', counted(files, one, many))]
  })
}

async function run(
  manifest: string,
  values: OptionValues,
  { lifetime, progress }: Context,
): Promise<Restored> {
  return asUsage(() =>
    restoreFiles(manifest, values, {
      lifetime,
      onTargets(targets, inputs) {
        const outputs = targets.map((path) => ({ option: 'the restored file', path }))
        checkDistinct(outputs, inputs)
        checkOverwrite(outputs, values)
      },
      onProgress: (done, total) => progress.share('restoring', done, total, 'document'),
    }),
  )
}
