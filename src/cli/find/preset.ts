import { NEWS_OPTIONS, type NewsMethod, STOP_WORD_NEWS_OPTIONS } from '../../apps/news/news-options.js'
import type { OptionValues } from '../options/table.js'

/** The use cases of `--as`. */
export const USES = {
  news: NEWS_OPTIONS,
  'news-stopwords': STOP_WORD_NEWS_OPTIONS,
} as const satisfies Record<string, NewsMethod>

/** Applies the settings that `--as` stands for, unless the command line overrides them. */
export function withPreset(values: OptionValues): OptionValues {
  if (values.as === undefined) return values
  const { threshold, shingle, clusters } = USES[values.as]
  return { threshold, shingle, 'cluster-by': clusters, ...values }
}
