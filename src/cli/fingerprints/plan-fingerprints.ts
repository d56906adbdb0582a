import type { PrintIndexOptions } from '../../apps/fingerprints/print-index.js'
import type { OnError } from '../../read/bad-records.js'
import type { Output } from '../../write/node-output.js'
import { checkStdin } from '../check-stdin.js'
import { delimitedRequest } from '../input/source-request.js'
import type { OptionValues } from '../options/table.js'
import { checkStdout } from '../output/outputs.js'
import { UsageError } from '../usage-error.js'
import type { PrintReading } from './print-records.js'

/** What fingerprints has to do, as plain data derived from the command line alone. */
export interface FingerprintsPlan {
  readonly inputs: readonly string[]
  readonly probe: string | undefined
  readonly read: PrintReading
  readonly onError: OnError
  readonly isYDown: boolean
  readonly accept: number
  readonly index: PrintIndexOptions
  readonly top: number
  readonly pairs: Output | undefined
  readonly clusters: Output | undefined
  readonly scores: Output | undefined
  readonly svg: Output | undefined
  readonly overlay: Output | undefined
  readonly json: boolean
  readonly quiet: boolean
}

export function planFingerprints(inputs: readonly string[], values: OptionValues): FingerprintsPlan {
  const { probe, candidates, quality } = values
  const output = (name: 'pairs' | 'clusters' | 'scores' | 'svg' | 'overlay') => {
    const path = values[name]
    return path === undefined ? undefined : { option: `--${name}`, path }
  }
  const stray = (['clusters', 'scores'] as const).find((name) => values[name] !== undefined)
  if (probe !== undefined && stray !== undefined)
    throw new UsageError(`--${stray} conflicts with --probe`, 'leave out one of the two')
  const lone = (['top', 'overlay'] as const).find((name) => values[name] !== undefined)
  if (probe === undefined && lone !== undefined)
    throw new UsageError(`--${lone} requires --probe`, 'add --probe PROBES')
  const plan: FingerprintsPlan = {
    inputs,
    probe,
    read: {
      format: values.format === 'sets' ? undefined : values.format,
      ...delimitedRequest(values),
      ...(values.encoding !== undefined && { encoding: values.encoding }),
      minQuality: quality,
      memory: values.memory,
    },
    onError: values['on-error'] ?? 'stop',
    isYDown: values['y-axis'] === 'down',
    accept: values.accept ?? 0.15,
    index: {
      // A number that was requested applies even if there are few prints.
      ...(candidates !== undefined && { candidates, minCandidates: 1 }),
      ...(quality !== undefined && { minQuality: quality }),
    },
    top: values.top ?? 10,
    pairs: output('pairs'),
    clusters: output('clusters'),
    scores: output('scores'),
    svg: output('svg'),
    overlay: output('overlay'),
    json: values.json === true,
    quiet: values.quiet === true,
  }
  checkStdin([...inputs, probe])
  checkStdout(outputsOf(plan), plan.json)
  return plan
}

/** All requested output files. */
export function outputsOf({ pairs, clusters, scores, svg, overlay }: FingerprintsPlan): Output[] {
  return [pairs, clusters, scores, svg, overlay].filter((output) => output !== undefined)
}
