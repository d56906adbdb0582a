import { readFileSync } from 'node:fs'
import { inlineEngine } from 'likewise'
import { htmlToText } from 'likewise/html'
import { nodeEngine } from 'likewise/node'
import { words } from 'likewise/text'
import { describe, expect, it } from 'vitest'
import { HELD_OUT } from '../../../bench/corpora/markups-held-out.js'
import { edited, pagesOf, paragraphsOf } from '../../../bench/corpora/pages.js'
import { sitePages } from '../../../bench/corpora/sites.js'
import { findStories } from '../../../src/apps/news/news.js'
import { STOP_WORD_NEWS_OPTIONS } from '../../../src/apps/news/news-options.js'
import { articleTexts } from '../../../src/apps/news/page-texts.js'
import { shingleCollection } from '../../../src/text/shingles.js'
import { similarityOf } from '../../../src/verify/verify.js'
import { courier, ferry, herald, observatory } from '../../examples/news-pages.js'

const pages = [
  { id: 'herald/ferry', source: 'herald', text: `${herald}${ferry}` },
  { id: 'herald/observatory', source: 'herald', text: `${herald}${observatory}` },
  { id: 'courier/ferry', source: 'courier', text: `${courier}${ferry.slice(0, 1100)}` },
  { id: 'courier/observatory', source: 'courier', text: `${courier}${observatory}` },
]

const articles = sampleArticles()

describe('stories', () => {
  it('are the pages of one article, whatever newspaper they are in', async () => {
    const expected = [
      { pages: ['herald/ferry', 'courier/ferry'], survivor: 'herald/ferry' },
      { pages: ['herald/observatory', 'courier/observatory'] },
    ]
    expect(await findStories(pages, inlineEngine, STOP_WORD_NEWS_OPTIONS)).toMatchObject(expected)
  })

  it('are represented by the page that the policy prefers', async () => {
    const survivors = async (survivor: 'first' | 'center' | { sources: string[] }) =>
      (await findStories(pages, inlineEngine, { ...STOP_WORD_NEWS_OPTIONS, survivor })).map(
        (story) => story.survivor,
      )
    expect(await survivors({ sources: ['courier'] })).toEqual(['courier/ferry', 'courier/observatory'])
    expect(await survivors('first')).toEqual(['herald/ferry', 'herald/observatory'])
    expect(await survivors('center')).toHaveLength(2)
  })

  it('may be found with other options', async () => {
    expect(await findStories(pages, inlineEngine, { threshold: 0.95 })).toEqual([])
  })

  it('use positions as ids if there are none', async () => {
    const texts = pages.map(({ text }) => ({ text }))
    expect(
      (await findStories(texts, inlineEngine, STOP_WORD_NEWS_OPTIONS)).map((story) => story.pages),
    ).toEqual([
      [0, 2],
      [1, 3],
    ])
  })

  it('are the same on every engine', async () => {
    const built = sitePages(articles.slice(0, 8).map(paragraphsOf), 3, edited, HELD_OUT)
    const input = built.map(({ html }, id) => ({ id, html }))
    const found = await findStories(input, inlineEngine, { recall: 1 })
    expect(found.length).toBeGreaterThan(3)
    expect(await findStories(input, nodeEngine({ workers: 1 }), { recall: 1 })).toEqual(found)
  })

  it('refuse a page without html and text', async () => {
    await expect(findStories([{ id: 1 }], inlineEngine)).rejects.toThrow('the text of a page')
  })
})

describe('articles of pages', () => {
  const article = [
    'The last ferry of the season left the harbor on Sunday with only eleven passengers on board, and nobody had planned it.',
    'The company that runs the service said that it was sorry, but it would not say when the boat might be back in the water.',
  ]
  const notice =
    'We use cookies to make this site work and to show you advertising that we think you will like, as far as the law allows.'
  const page = (paragraphs: readonly string[]) =>
    `<div class="menu"><a href="/">Home</a> <a href="/sport">Sport</a></div><div class="body">${paragraphs.map((text) => `<p>${text}</p>`).join('')}<p>${notice}</p></div>`
  const others = ['storm', 'council', 'choir'].map(
    (subject) =>
      `The ${subject} was all that anybody could talk about in the valley this week, and next week will not be any different.`,
  )

  it('are without links, and without the prose that a site repeats', () => {
    const texts = articleTexts([page(article), ...others.map((other) => page([other]))])
    expect(texts).toEqual([article.join('\n'), ...others])
  })

  it('keep the prose of a single page, because nothing is known about its site', () => {
    expect(articleTexts([page(article)])).toEqual([[...article, notice].join('\n')])
  })

  it('keep an article that a site prints twice', () => {
    const texts = articleTexts([page(article), page(article), ...others.map((other) => page([other]))])
    expect(texts.slice(0, 2)).toEqual([article.join('\n'), article.join('\n')])
  })

  it('are all of a page that has no prose', () => {
    expect(articleTexts(['<nav><a href="/">Home</a></nav>', '<p></p>'])).toEqual(['Home', ''])
  })

  it('leave out landmarks, hidden text and separate comments', () => {
    const comment = (text: string) =>
      `<div class="comment"><b>reader</b><p>${text}</p><a href="#">Reply</a></div>`
    const html = `<aside><p>${others[0]}</p></aside><div style="display:none"><p>${others[1]}</p></div>
      <div class="text">${article.map((text) => `<p>${text}</p>`).join('')}</div><div id="talk">${comment(others[2]!)}${comment(notice)}</div>`
    expect(articleTexts([html])).toEqual([article.join('\n')])
  })

  it('give an F1 of at least 0.9 on pages with fourteen markups that no rule was made for', async () => {
    const built = sitePages(articles.slice(0, 40).map(paragraphsOf), 11, edited, HELD_OUT)
    expect(new Set(built.map(({ markup }) => markup)).size).toBe(14)
    const f1 = async (options: Parameters<typeof findStories>[2]) => {
      const { pairs } = await pairsOf(built, options)
      const right = pairs.filter(([a, b]) => built[a]!.story === built[b]!.story).length
      const truth = built.flatMap(({ story }, i) =>
        built.slice(i + 1).filter((other) => other.story === story),
      )
      return (2 * right) / (pairs.length + truth.length)
    }
    expect(await f1({})).toBeGreaterThan(0.9)
    expect(await f1(STOP_WORD_NEWS_OPTIONS)).toBeLessThan(0.8)
  })
})

describe('pages built from articles', () => {
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

  it('with the same article are far more similar than with the same boilerplate, by stop words', () => {
    const { article, furniture } = means(STOP_WORD_NEWS_OPTIONS.shingle)
    expect(article).toBeGreaterThan(2 * furniture)
  })

  it('are about equally similar in both cases, by characters', () => {
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

/** The pairs of similar pages that the stories rest on. */
async function pairsOf(
  built: readonly { readonly html: string }[],
  options: Parameters<typeof findStories>[2] = {},
): Promise<{ pairs: [number, number][] }> {
  const pairs: [number, number][] = []
  const engine = {
    async find(...request: Parameters<typeof inlineEngine.find>) {
      const found = await inlineEngine.find(...request)
      for await (const { a, b } of found.pairs()) pairs.push([Number(a), Number(b)])
      return found
    },
  }
  await findStories(
    built.map(({ html }, id) => ({ id, html })),
    engine,
    { ...options, recall: 1 },
  )
  return { pairs }
}

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
