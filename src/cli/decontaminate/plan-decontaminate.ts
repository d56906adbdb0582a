import type { StoredFormat } from '../../dedup/stored-ending.js'
import type { ContaminationRequest } from '../../node/write-decontaminated.js'
import type { Output } from '../../write/node-output.js'
import { checkStdin } from '../check-stdin.js'
import { defaultPath, planSplit, type SplitPlan } from '../dedup/split-plan.js'
import type { OptionValues } from '../options/table.js'
import { checkStdout } from '../output/outputs.js'
import { UsageError } from '../usage-error.js'

/** What decontaminate has to do, as plain data derived from the command line alone. */
export interface DecontaminatePlan extends ContaminationRequest, SplitPlan {
  readonly benchmarks: readonly string[]
  readonly benchmarkFields: { readonly text?: readonly string[]; readonly id?: string }
  readonly minOverlap: number | undefined
  readonly k: number | undefined
  readonly matchShortItems: boolean
}

/** @param format of documents if their files are not named: that of the inputs */
export function planDecontaminate(
  inputs: readonly string[],
  values: OptionValues,
  format: StoredFormat,
): DecontaminatePlan {
  const { benchmarks, text } = values
  if (benchmarks === undefined) throw new UsageError('--benchmarks is required', 'add --benchmarks ITEMS')
  const { kind = 'words', k } = values.shingle ?? {}
  if (kind !== 'words')
    throw new UsageError(`decontaminate compares words, not ${kind}`, 'use --shingle words:K')
  const output = (option: 'report' | 'edited', name: string): Output => ({
    option: `--${option}`,
    path: values[option] ?? defaultPath(inputs, values.out, `${name}.jsonl`),
  })
  const removesSpans = values.remove === 'spans'
  if (removesSpans && text !== undefined && text.length > 1) {
    throw new UsageError('--remove spans requires a single text field', 'name it with --text')
  }
  if (values.edited !== undefined && !removesSpans)
    throw new UsageError('--edited requires --remove spans', 'add --remove spans, or leave it out')
  const [benchmarkText, benchmarkId] = [values['benchmark-text'], values['benchmark-id']]
  const plan: DecontaminatePlan = {
    inputs,
    benchmarks,
    benchmarkFields: {
      ...(benchmarkText !== undefined && { text: benchmarkText }),
      ...(benchmarkId !== undefined && { id: benchmarkId }),
    },
    minOverlap: values['min-overlap'],
    k,
    matchShortItems: values['short-items'] === 'match',
    survivor: 'first',
    onePerCluster: false,
    source: undefined,
    ...planSplit(inputs, values, format),
    report: output('report', 'contamination'),
    edited: removesSpans ? output('edited', 'edited') : undefined,
  }
  checkStdin([...inputs, ...benchmarks])
  checkStdout(outputsOf(plan), values.json === true)
  return plan
}

export function outputsOf({ kept, removed, manifest, report, edited }: DecontaminatePlan): Output[] {
  return [kept, removed, manifest, report, ...(edited ? [edited] : [])]
}
