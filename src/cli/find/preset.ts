import {
  NEWS_OPTIONS,
  type NewsMethod,
  newsSettings,
  STOP_WORD_NEWS_OPTIONS,
} from '../../apps/news/news-options.js'
import { FLAG_OF } from '../options/request-flags.js'
import type { OptionValues } from '../options/table.js'

/** The use cases of `--as`. */
export const USES = {
  news: NEWS_OPTIONS,
  'news-stopwords': STOP_WORD_NEWS_OPTIONS,
} as const satisfies Record<string, NewsMethod>

/** Applies the settings that `--as` stands for, unless the command line overrides them. */
export function withPreset(values: OptionValues): OptionValues {
  if (values.as === undefined) return values
  // There is no option for what is read of HTML.
  const { html: _, ...settings } = newsSettings(USES[values.as], values.plan !== undefined)
  const flags: Readonly<Record<string, string>> = FLAG_OF
  const implied = Object.entries(settings).map(([name, value]) => [flags[name] ?? name, value])
  return { ...(Object.fromEntries(implied) as OptionValues), ...values }
}
