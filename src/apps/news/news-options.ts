import type { StoredPolicy } from '../../cluster/survivor-policy.js'
import type { FindRequest } from '../../engine/engine.js'
import { IN_PLAN } from '../../engine/request.js'

/** How pages of one article are found: what is read of a page, what is requested of the engine, and which page is kept. */
export interface NewsMethod extends FindRequest {
  /** What is read of HTML: the article, or all text of the page. */
  readonly html: 'article' | 'text'
  /** Which page of a story represents it: `longest` is the one that was shortened least. */
  readonly survivor: StoredPolicy
}

/**
 * Extracts the article from the page and compares articles by runs of three words. The threshold is low because papers shorten articles:
 * one that lost half of its text, with one word in thirty changed, still has a similarity of 0.4 to the original, while different articles
 * share hardly any runs. In a star every page is similar to the center, so a page that reports two stories does not chain them together.
 */
export const NEWS_OPTIONS = {
  html: 'article',
  threshold: 0.3,
  shingle: { kind: 'words', k: 3 },
  clusters: 'stars',
  survivor: 'longest',
} as const satisfies NewsMethod

/**
 * The method of Mining of Massive Datasets (3.1.2 and 3.8.6), which reads whole pages: a shingle is a stop word and the next two
 * words. Prose has many, menus and advertisements few, so the article outweighs what is around it. It needs no markup, and
 * finds fewer stories than `NEWS_OPTIONS` (bench/records).
 */
export const STOP_WORD_NEWS_OPTIONS = {
  html: 'text',
  threshold: 0.4,
  shingle: { kind: 'stopwords', k: 3 },
  clusters: 'stars',
  survivor: 'longest',
} as const satisfies NewsMethod

/**
 * The settings of a method, for `findStories` and for `--as` of the command line: all of them or, with a plan, those that a plan does not
 * determine.
 */
export function newsSettings(method: NewsMethod, hasPlan: boolean): Partial<NewsMethod> {
  if (!hasPlan) return method
  const determined: readonly string[] = IN_PLAN
  return Object.fromEntries(Object.entries(method).filter(([name]) => !determined.includes(name)))
}
