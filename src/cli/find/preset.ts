import { NEWS_OPTIONS, type NewsMethod, STOP_WORD_NEWS_OPTIONS } from '../../apps/news/news-options.js'
import type { OptionValues } from '../options/table.js'

/** The uses that `--as` names. */
export const USES = {
  news: NEWS_OPTIONS,
  'news-stopwords': STOP_WORD_NEWS_OPTIONS,
} as const satisfies Record<string, NewsMethod>

/** What `--as` stands for, where the command line does not say otherwise. */
export function withPreset(values: OptionValues): OptionValues {
  if (values.as === undefined) return values
  const { threshold, shingle, clusters } = USES[values.as]
  return { threshold, shingle, 'cluster-by': clusters, ...values }
}
