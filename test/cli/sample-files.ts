// Files with the names that the documentation uses for a reader's own data, such as articles.jsonl.

import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../package/markdown.js'
import { ARTICLES, asLines, type Workspace } from './likewise.js'

const SAMPLES = join(ROOT, 'examples/data')

const PROGRAM = 'class Sum { int of(int[] all) { int sum = 0; for (int one : all) sum += one; return sum; } }'

export function writeSampleFiles(workspace: Workspace): void {
  const articles = readFileSync(ARTICLES, 'utf8').split('\n')
  const lines = (from: number, to: number) => `${articles.slice(from, to).join('\n')}\n`
  const records = articles.slice(0, 40).map((line) => JSON.parse(line) as { title: string; text: string })
  for (const folder of ['pages', 'benchmarks', 'essays', 'homework', 'docs']) {
    mkdirSync(join(workspace.folder, folder))
  }
  workspace.write('articles.jsonl', lines(0, 120))
  workspace.write('archive.jsonl', lines(100, 200))
  workspace.write('new.jsonl', lines(110, 130))
  workspace.write('monday.jsonl', lines(190, 210))
  workspace.write('tuesday.jsonl', lines(205, 225))
  workspace.write('train.jsonl', lines(0, 40))
  workspace.write('mail.txt', records[0]!.text)
  workspace.write('old.txt', records[0]!.text)
  workspace.write('new.html', page(records[1]!))
  for (const [i, record] of records.slice(0, 8).entries()) {
    workspace.write(`pages/${i}.html`, page(record))
    workspace.write(`essays/${i}.txt`, record.text)
    workspace.write(`docs/${i}.md`, `# Page ${i}\n\n${words(i)}\n`)
    workspace.write(`homework/${i}.java`, `${PROGRAM}\nclass Own${i} { String word() { return "${i}"; } }\n`)
  }
  workspace.write('template.java', PROGRAM)
  workspace.write(
    'benchmarks/quiz.jsonl',
    asLines(records.slice(0, 3).map(({ text }) => ({ question: text }))),
  )
  workspace.write(
    'answers.jsonl',
    asLines(records.map(({ text }, i) => ({ student: `s${i}`, answer: text.slice(0, 900) }))),
  )
  workspace.write('titles.csv', `item,title\n${records.map(({ title }, i) => `${i},"${title}"\n`).join('')}`)
  workspace.write('baskets.sets', '1 2 3 4\n2 3 4 5\n1 2 3\n8 9\n')
  workspace.write('new.sets', '2 3 4\n8 9 10\n')
  workspace.write(
    'carts.jsonl',
    asLines([cart('ann', [1, 2, 3]), cart('ben', [1, 2, 3, 4]), cart('cat', [9])]),
  )
  workspace.write('ratings.csv', 'user,film,stars\nAda,Alien,5\nBob,Alien,4\nAda,Brazil,1\nBob,Brazil,2\n')
  workspace.write('customers.csv', start('customers.csv', 60))
  workspace.write('subscribers.csv', start('subscribers.csv', 60))
  mkdirSync(join(workspace.folder, 'prints'))
  for (const print of ['101_1', '101_2', '102_1', '102_2', '103_1']) {
    copyFileSync(join(SAMPLES, `fingerprints/${print}.xyt`), join(workspace.folder, `prints/${print}.xyt`))
  }
  copyFileSync(join(SAMPLES, 'fingerprints/101_3.xyt'), join(workspace.folder, 'found.xyt'))
}

/** Ratings of items with their titles, for recommendations. */
export function writeRatings(workspace: Workspace): void {
  const ratings = start('ratings.csv', 200)
  const items = new Set(Array.from(ratings.matchAll(/^[^,]*,([^,]*),/gm), ([, item]) => item!))
  workspace.write('ratings.csv', ratings)
  workspace.write(
    'titles.csv',
    `item,title\n${Array.from(items, (item) => `${item},The ${item}\n`).join('')}`,
  )
}

/** The first rows of a sample, and its header. */
function start(name: string, rows: number): string {
  const lines = readFileSync(join(SAMPLES, name), 'utf8').split('\n')
  return `${lines.slice(0, rows + 1).join('\n')}\n`
}

function page({ title, text }: { title: string; text: string }): string {
  return `<html><head><title>${title}</title></head><body><p>${text}</p></body></html>`
}

function cart(customer: string, items: readonly number[]) {
  return { customer, items }
}

/** Forty words that no other page has. */
function words(page: number): string {
  return Array.from({ length: 40 }, (_, i) => `w${page}x${i}`).join(' ')
}
