import type { ColumnRequest } from '../../apps/recommend/columns.js'
import type { RecommendBy } from '../../apps/recommend/recommend-options.js'
import type { PreferenceKind, ScaleOptions } from '../../apps/recommend/scale.js'
import type { OnError } from '../../read/bad-records.js'
import type { Format } from '../../read/format.js'
import type { Output } from '../../write/node-output.js'
import { checkStdin } from '../check-stdin.js'
import { delimitedRequest } from '../input/source-request.js'
import type { OptionValues } from '../options/table.js'
import { checkStdout } from '../output/outputs.js'
import { UsageError } from '../usage-error.js'
import type { TableRequest } from './read-events.js'

/** What recommend has to do, as plain data derived from the command line alone. */
export interface RecommendPlan {
  readonly inputs: readonly string[]
  readonly format: Format | undefined
  readonly read: TableRequest
  readonly onError: OnError
  readonly columns: ColumnRequest
  readonly titles: string | undefined
  readonly scale: ScaleOptions
  readonly by: RecommendBy
  readonly top: number
  readonly groupThreshold: number | undefined
  /** The requested customer. */
  readonly customer: string | undefined
  /** The requested item. */
  readonly like: string | undefined
  readonly evaluate: boolean
  readonly recommendations: Output | undefined
  readonly similarCustomers: Output | undefined
  readonly similarItems: Output | undefined
  readonly clusters: Output | undefined
  readonly json: boolean
  readonly quiet: boolean
}

const WAYS: Readonly<Record<'liked' | 'liked-disliked' | 'stars', PreferenceKind>> = {
  liked: 'liked',
  'liked-disliked': 'liked-and-disliked',
  stars: 'stars',
}

/** The flags of the options of a scale. */
export const SCALE_FLAGS: Readonly<Record<keyof ScaleOptions, string>> = {
  as: '--preferences',
  likedFrom: '--liked-from',
  dislikedTo: '--disliked-to',
}

export function planRecommend(inputs: readonly string[], values: OptionValues): RecommendPlan {
  const { user, item, rating, time, preferences = 'auto' } = values
  const output = (name: 'recommendations' | 'similar-customers' | 'similar-items' | 'clusters') => {
    const path = values[name]
    return path === undefined ? undefined : { option: `--${name}`, path }
  }
  if (values['disliked-to'] !== undefined && (preferences === 'liked' || preferences === 'stars'))
    throw new UsageError(`--disliked-to has no effect on ${preferences}`, 'add --preferences liked-disliked')
  if (values['liked-from'] !== undefined && preferences === 'stars')
    throw new UsageError('--liked-from has no effect on stars', 'leave it out')
  const plan: RecommendPlan = {
    inputs,
    format: values.format === 'sets' ? undefined : values.format,
    read: {
      ...delimitedRequest(values),
      ...(values.encoding !== undefined && { encoding: values.encoding }),
      ...(values.memory !== undefined && { memory: values.memory }),
    },
    onError: values['on-error'] ?? 'stop',
    columns: {
      ...(user !== undefined && { user }),
      ...(item !== undefined && { item }),
      ...(rating !== undefined && { rating }),
      ...(time !== undefined && { time }),
    },
    titles: values.titles,
    scale: {
      ...(preferences !== 'auto' && { as: WAYS[preferences] }),
      ...(values['liked-from'] !== undefined && { likedFrom: values['liked-from'] }),
      ...(values['disliked-to'] !== undefined && { dislikedTo: values['disliked-to'] }),
    },
    by: values.by ?? 'items',
    top: values.top ?? 10,
    groupThreshold: values['group-threshold'],
    customer: values.for,
    like: values.like,
    evaluate: values.evaluate === true,
    recommendations: output('recommendations'),
    similarCustomers: output('similar-customers'),
    similarItems: output('similar-items'),
    clusters: output('clusters'),
    json: values.json === true,
    quiet: values.quiet === true,
  }
  checkStdin([...inputs, plan.titles])
  checkStdout(outputsOf(plan), plan.json)
  return plan
}

/** The requested tables. */
export function outputsOf(plan: RecommendPlan): Output[] {
  return [plan.recommendations, plan.similarCustomers, plan.similarItems, plan.clusters].filter(
    (output) => output !== undefined,
  )
}
