import { NEWS_OPTIONS } from '../../apps/news/news.js'
import type { OptionValues } from '../options/table.js'

/** What `--as` stands for, where the command line does not say otherwise. */
const PRESETS = {
  news: {
    threshold: NEWS_OPTIONS.threshold,
    shingle: NEWS_OPTIONS.shingle,
    'cluster-by': NEWS_OPTIONS.clusters,
  },
} as const satisfies Record<NonNullable<OptionValues['as']>, OptionValues>

export function withPreset(values: OptionValues): OptionValues {
  return values.as === undefined ? values : { ...PRESETS[values.as], ...values }
}
