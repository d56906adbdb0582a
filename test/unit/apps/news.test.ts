import { readFileSync } from 'node:fs'
import { findSimilar } from 'likewise'
import { htmlToText } from 'likewise/html'
import { words } from 'likewise/text'
import { describe, expect, it } from 'vitest'
import { pagesOf } from '../../../bench/corpora/pages.js'
import { findStories, NEWS_OPTIONS } from '../../../src/apps/news/news.js'
import { shingleCollection } from '../../../src/text/shingles.js'
import { similarityOf } from '../../../src/verify/verify.js'
import { courier, ferry, herald, observatory } from '../../examples/news-pages.js'

const pages = [
  { id: 'herald/ferry', source: 'herald', text: `${herald}${ferry}` },
  { id: 'herald/observatory', source: 'herald', text: `${herald}${observatory}` },
  { id: 'courier/ferry', source: 'courier', text: `${courier}${ferry.slice(0, 1100)}` },
  { id: 'courier/observatory', source: 'courier', text: `${courier}${observatory}` },
]

describe('stories', () => {
  it('are the pages of one article, whatever paper they stand in', () => {
    expect(findStories(pages, findSimilar)).toMatchObject([
      { pages: ['herald/ferry', 'courier/ferry'], survivor: 'herald/ferry' },
      { pages: ['herald/observatory', 'courier/observatory'] },
    ])
  })

  it('are shown by the page that the policy wants', () => {
    const survivors = (survivor: Parameters<typeof findStories>[2]) =>
      findStories(pages, findSimilar, survivor).map((story) => story.survivor)
    expect(survivors({ survivor: { sources: ['courier'] } })).toEqual([
      'courier/ferry',
      'courier/observatory',
    ])
    expect(survivors({ survivor: 'first' })).toEqual(['herald/ferry', 'herald/observatory'])
    expect(survivors({ survivor: 'centre' })).toHaveLength(2)
  })

  it('may be found otherwise than by default', () => {
    expect(findStories(pages, findSimilar, { threshold: 0.95 })).toEqual([])
  })

  it('have positions for ids where there are none', () => {
    const texts = pages.map(({ text }) => ({ text }))
    expect(findStories(texts, findSimilar).map((story) => story.pages)).toEqual([
      [0, 2],
      [1, 3],
    ])
  })
})

describe('pages built from articles', () => {
  const articles = sampleArticles()
  const built = pagesOf(articles, 5)
  const texts = built.map(({ html }) => htmlToText(html))
  const means = (shingle: Parameters<typeof shingleCollection>[1]) => {
    const sets = shingleCollection(texts, shingle)
    const [article, furniture] = [[] as number[], [] as number[]]
    built.forEach((one, i) => {
      built.slice(i + 1).forEach((other, j) => {
        const similarity = similarityOf(sets, i, i + 1 + j)
        if (one.story === other.story) article.push(similarity)
        else if (one.paper === other.paper) furniture.push(similarity)
      })
    })
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    return { article: mean(article), furniture: mean(furniture) }
  }

  it('with the same article are far more alike than with the same furniture, by stop words', () => {
    const { article, furniture } = means(NEWS_OPTIONS.shingle)
    expect(article).toBeGreaterThan(2 * furniture)
  })

  it('are about as alike either way by characters', () => {
    const { article, furniture } = means({ kind: 'chars', k: 10 })
    expect(article / furniture).toBeLessThan(1.5)
    expect(article / furniture).toBeGreaterThan(0.67)
  })

  it('are the same for the same seed, and say what they are', () => {
    expect(pagesOf(articles, 5)).toEqual(built)
    expect(pagesOf(articles, 6)).not.toEqual(built)
    for (const { story, html } of built) {
      // The first paragraph is always there; of its words one in thirty may be changed.
      const beginning = words(articles[story]!.trim().split('\n')[0]!)
      const there = new Set(words(htmlToText(html)))
      expect(beginning.filter((word) => there.has(word)).length).toBeGreaterThan(0.8 * beginning.length)
    }
  })
})

/** The first article of each subject of the sample data. */
function sampleArticles(): string[] {
  const lines = readFileSync(new URL('../../../examples/data/articles.jsonl', import.meta.url), 'utf8')
  const first = new Map<string, string>()
  for (const line of lines.trimEnd().split('\n')) {
    const { id, text } = JSON.parse(line) as { id: string; text: string }
    const subject = id.replace(/-\d+$/, '')
    if (!first.has(subject) && text.length > 700) first.set(subject, text)
  }
  return [...first.values()]
}
