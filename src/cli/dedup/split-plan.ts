import type { DedupRequest } from '../../dedup/dedup-request.js'
import { checkOneSchema, storedFormat } from '../../dedup/input-format.js'
import { originalsPath } from '../../dedup/originals.js'
import {
  isCopied,
  outputEnding,
  PLAIN_JSON_LINES,
  type StoredFormat,
  type Which,
} from '../../dedup/stored-ending.js'
import { formatOf, isOfSpark, TABLE } from '../../node/spark-inputs.js'
import { isParquet, type Output, STDOUT } from '../../write/node-output.js'
import type { Written } from '../../write/written.js'
import { isGlob } from '../input/is-glob.js'
import { sourceRequest } from '../input/source-request.js'
import type { OptionValues } from '../options/table.js'
import { checkDistinct, checkOverwrite } from '../output/outputs.js'
import { UsageError } from '../usage-error.js'

/** The files of a command that splits its documents into kept and removed ones. */
export interface SplitPlan extends Pick<DedupRequest, 'kept' | 'removed' | 'manifest' | 'stored'> {
  /** Whether to report only, without writing anything. */
  readonly dryRun: boolean
  /** A folder to create first. */
  readonly folder: string | undefined
}

/** @param format of documents if their files are not named: that of the inputs */
export function planSplit(inputs: readonly string[], values: OptionValues, format: StoredFormat): SplitPlan {
  const output = (option: 'kept' | 'removed' | 'manifest', ending: string): Output => ({
    option: `--${option}`,
    path: values[option] ?? defaultPath(inputs, values.out, `${option}${ending}`),
  })
  const manifest = output('manifest', '.json')
  if (manifest.path === STDOUT)
    throw new UsageError('the manifest must be a file', 'use a name that ends with .json')
  return {
    kept: output('kept', outputEnding(format, 'kept')),
    removed: output('removed', outputEnding(format, 'removed')),
    manifest,
    stored: format.ending,
    dryRun: values['dry-run'] === true,
    folder: values.out,
  }
}

/** How a split is checked before anything is read. */
interface SplitChecks<Plan> {
  /** Makes the plan, given the format of the inputs. */
  readonly plan: (format: StoredFormat) => Plan
  readonly outputsOf: (plan: Plan) => readonly Output[]
  /** Files that are read in addition to the inputs. */
  readonly alsoRead?: (plan: Plan) => readonly string[]
  /** Whether Spark writes the documents, and whether only Spark can read them. */
  readonly spark?: 'writes' | 'reads and writes' | undefined
}

/** Makes the plan of a split, and rejects outputs that would overwrite something or cannot hold the documents. */
export async function checkedSplit<Plan extends SplitPlan>(
  inputs: readonly string[],
  values: OptionValues,
  { plan: make, outputsOf, alsoRead = () => [], spark }: SplitChecks<Plan>,
): Promise<Plan> {
  const reading = sourceRequest(values)
  const format =
    spark === 'reads and writes' ? readBySpark(inputs, reading.format) : await storedFormat(inputs, reading)
  const plan = make(spark === undefined ? format : writtenBySpark(format))
  if (spark === undefined && format.ending === '.parquet' && [plan.kept, plan.removed].some(isParquet))
    await checkOneSchema(inputs, reading)
  const outputs = outputsOf(plan)
  checkDistinct(outputs, [...inputs, ...alsoRead(plan)])
  const originals = { option: '--manifest', path: originalsPath(plan.manifest.path) }
  if (!plan.dryRun)
    checkOverwrite(
      spark === undefined ? [...outputs, originals] : outputs.filter(({ path }) => !isOfSpark(path)),
      values,
    )
  return plan
}

/** The format of documents that only Spark can read. */
function readBySpark(inputs: readonly string[], named: Parameters<typeof formatOf>[1]): StoredFormat {
  const format = formatOf(inputs[0]!, named)
  return { ...PLAIN_JSON_LINES, ...((format === 'parquet' || format === 'csv') && { ending: `.${format}` }) }
}

/** The format in which Spark writes documents like those of the inputs. */
function writtenBySpark({ ending }: StoredFormat): StoredFormat {
  if (ending === '.tsv') return { ending: '.csv', compression: '' }
  return { ending: ending === '.json' || ending === '.txt' ? '.jsonl' : ending, compression: '' }
}

/** Files of documents that are not tables: lines are copied as they are. */
export function copiedOutputs(plan: SplitPlan): Output[] {
  return (['kept', 'removed'] as const satisfies readonly Which[])
    .filter((which) => isCopied(plan.stored, plan[which], which))
    .map((which) => plan[which])
}

/** Reports what a split has written. */
export function splitOutputs(
  { kept, removed, manifest }: SplitPlan,
  counts: { readonly kept: number; readonly removed: number },
  originals: string | undefined,
): Written[] {
  return [
    { kind: 'kept', path: kept.path, records: counts.kept },
    { kind: 'removed', path: removed.path, records: counts.removed },
    { kind: 'manifest', path: manifest.path },
    ...(originals === undefined ? [] : [{ kind: 'originals', path: originals }]),
  ]
}

/** `news.jsonl` becomes `news.kept.jsonl`, next to it or in the folder; several inputs become `kept.jsonl` in the folder. */
export function defaultPath(inputs: readonly string[], folder: string | undefined, ending: string): string {
  const [input] = inputs
  const isPlain =
    inputs.length === 1 && input !== undefined && input !== STDOUT && !TABLE.test(input) && !isGlob(input)
  if (isPlain) {
    const path = input.replace(/(?<=.)\/+$/, '')
    const slash = path.lastIndexOf('/')
    const stem = stemOf(path.slice(slash + 1))
    if (stem !== '')
      return `${folder === undefined ? path.slice(0, slash + 1) : inside(folder)}${stem}.${ending}`
  }
  if (folder !== undefined) return `${inside(folder)}${ending}`
  throw new UsageError(
    `cannot derive the names of output files from ${inputs.join(', ')}`,
    'use --out FOLDER, or --kept, --removed and --manifest',
  )
}

/** A file name without its extensions. */
function stemOf(name: string): string {
  return name
    .replace(/(?<=.)\.(gz|zst)$/i, '')
    .replace(/(?<=.)\.[^.]+$/, '')
    .replace(/^\.+$/, '')
}

function inside(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`
}
