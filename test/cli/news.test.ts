import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inlineEngine } from 'likewise'
import { findStories } from 'likewise/news'
import { describe, expect, it } from 'vitest'
import { pagesOf } from '../../bench/corpora/pages.js'
import { ARTICLES, jsonLines, Workspace } from './likewise.js'

/** Twelve articles of different subjects, as papers print them: paper-P/N-storyS.html. */
function pages(): Workspace {
  const workspace = new Workspace()
  const articles = new Map<string, string>()
  for (const { id, text } of jsonLines(readFileSync(ARTICLES, 'utf8')) as { id: string; text: string }[]) {
    const subject = id.replace(/-\d+$/, '')
    if (text.length > 1000 && !articles.has(subject)) articles.set(subject, text)
  }
  pagesOf([...articles.values()].slice(0, 12), 3).forEach(({ html, story, paper }, i) => {
    const name = `pages/paper-${paper}/${i}-story${story}.html`
    mkdirSync(dirname(join(workspace.folder, name)), { recursive: true })
    workspace.write(name, html)
  })
  return workspace
}

/** The pages in the order in which a folder is read. */
const listFiles = (folder: string) =>
  readdirSync(join(folder, 'pages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => join('pages', name))
    .sort()

const storyOf = (page: unknown) => /story\d+/.exec(String(page))![0]

describe.concurrent('--as news', () => {
  it('find groups HTML pages in many folders into stories', async () => {
    const workspace = pages()
    const args = [
      'find',
      'pages/**/*.html',
      '--as',
      'news',
      '--clusters',
      'stories.jsonl',
      '--pairs',
      'pairs.jsonl',
    ]
    const { code, stdout, stderr } = await workspace.run(args)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/stories +\d+\n/)
    // The recall of pairs is not that of stories.
    expect(stdout).not.toContain('everything')
    expect(stdout).toContain('for pairs with similar text, not for stories')
    const pairs = workspace.rows('pairs.jsonl')
    const right = pairs.filter(({ a, b }) => storyOf(a) === storyOf(b))
    expect(right.length).toBeGreaterThan(10)
    expect(right.length / pairs.length).toBeGreaterThan(0.95)
    const stories = workspace.rows('stories.jsonl') as unknown as { members: string[] }[]
    const pure = stories.filter(({ members }) => new Set(members.map(storyOf)).size === 1)
    expect(pure.length / stories.length).toBeGreaterThan(0.95)
  })

  it('sets options that can still be overridden', async () => {
    const workspace = pages()
    const plan = async (...more: string[]) =>
      JSON.parse((await workspace.run(['find', 'pages', '--as', 'news', '--json', '-q', ...more])).stdout)
    const news = await plan()
    expect(news).toMatchObject({ as: 'news', plan: { threshold: 0.3, shingle: { kind: 'words', k: 3 } } })
    expect(await plan('-t', '0.7', '--shingle', 'words:4')).toMatchObject({
      plan: { threshold: 0.7, shingle: { kind: 'words', k: 4 } },
    })
  })

  it('finds what findStories finds, and keeps the same pages', async () => {
    const workspace = pages()
    const request = ['pages', '--as', 'news', '--recall', '1', '--clusters', 'stories.jsonl']
    await workspace.run(['dedup', ...request, '--one-per-cluster', '--out', 'out'])
    const built = listFiles(workspace.folder).map((id) => ({
      id,
      html: readFileSync(join(workspace.folder, id), 'utf8'),
    }))
    const stories = await findStories(built, inlineEngine, { recall: 1 })
    expect(stories.length).toBeGreaterThan(5)
    const members = (workspace.rows('stories.jsonl') as unknown as { members: string[] }[]).map(
      (row) => row.members,
    )
    expect(members.map(String).sort()).toEqual(stories.map((story) => String(story.pages)).sort())
    const kept = new Map(
      stories.flatMap(({ pages, survivor }) =>
        pages.filter((page) => page !== survivor).map((page) => [page as string, survivor]),
      ),
    )
    const removed = workspace.rows('out/pages.removed.jsonl')
    expect(new Map(removed.map(({ id, survivor }) => [id as string, survivor]))).toEqual(kept)
    // Not every survivor is the first page of its story.
    expect(stories.some(({ pages, survivor }) => survivor !== pages[0])).toBe(true)
  })

  it('compares pages with other pages', async () => {
    const workspace = pages()
    const args = ['find', 'pages/paper-0', '--against', 'pages', '--as', 'news', '--pairs', 'pairs.jsonl']
    const { code, stderr } = await workspace.run([...args, '-q'])
    expect([code, stderr]).toEqual([0, ''])
    const pairs = workspace.rows('pairs.jsonl')
    expect(pairs.length).toBeGreaterThan(5)
    for (const { a, b } of pairs) expect(storyOf(a)).toBe(storyOf(b))
    const clustered = await workspace.run([...args, '--cluster-by', 'stars', '--force'])
    expect([clustered.code, clustered.stderr]).toEqual([
      2,
      expect.stringContaining('--cluster-by applies to'),
    ])
  })

  it('offers the stop words of the book as a separate method', async () => {
    const workspace = pages()
    const args = ['find', 'pages', '--as', 'news-stopwords', '--stop-words', 'de', '--json', '-q']
    const { plan } = JSON.parse((await workspace.run(args)).stdout)
    expect(plan).toMatchObject({ threshold: 0.4, shingle: { kind: 'stopwords', k: 3 } })
    expect(plan.shingle.stopWords).toContain('und')
  })

  it('dedup keeps one page of each story, by the policy', async () => {
    const workspace = pages()
    const { code } = await workspace.run([
      'dedup',
      'pages',
      '--as',
      'news',
      '--survivor',
      'first',
      '--out',
      'out',
    ])
    expect(code).toBe(0)
    const removed = workspace.rows('out/pages.removed.jsonl')
    expect(removed.length).toBeGreaterThan(8)
    // What is removed is similar to what is kept in its place.
    for (const { similarity } of removed) expect(similarity).toBeGreaterThanOrEqual(0.3)
  })

  it('is rejected for commands that do not support it', async () => {
    const { code, stderr } = await new Workspace().run(['find', 'x', '--as', 'olds'])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('invalid --as: "olds"; expected one of news, news-stopwords'),
    ])
  })
})
