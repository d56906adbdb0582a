// Files with the names that the documentation uses for a reader's own data, such as articles.jsonl.

import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../package/markdown.js'
import { ARTICLES, asLines, type Place } from './likewise.js'

const SAMPLES = join(ROOT, 'examples/data')

const PROGRAM = 'class Sum { int of(int[] all) { int sum = 0; for (int one : all) sum += one; return sum; } }'

export function writeSampleFiles(place: Place): void {
  const articles = readFileSync(ARTICLES, 'utf8').split('\n')
  const lines = (from: number, to: number) => `${articles.slice(from, to).join('\n')}\n`
  const records = articles.slice(0, 40).map((line) => JSON.parse(line) as { title: string; text: string })
  for (const folder of ['pages', 'benchmarks', 'essays', 'homework', 'docs']) {
    mkdirSync(join(place.folder, folder))
  }
  place.write('articles.jsonl', lines(0, 120))
  place.write('archive.jsonl', lines(100, 200))
  place.write('new.jsonl', lines(110, 130))
  place.write('monday.jsonl', lines(190, 210))
  place.write('tuesday.jsonl', lines(205, 225))
  place.write('train.jsonl', lines(0, 40))
  place.write('mail.txt', records[0]!.text)
  place.write('old.txt', records[0]!.text)
  place.write('new.html', page(records[1]!))
  for (const [i, record] of records.slice(0, 8).entries()) {
    place.write(`pages/${i}.html`, page(record))
    place.write(`essays/${i}.txt`, record.text)
    place.write(`docs/${i}.md`, `# Page ${i}\n\n${words(i)}\n`)
    place.write(`homework/${i}.java`, `${PROGRAM}\nclass Own${i} { String word() { return "${i}"; } }\n`)
  }
  place.write('template.java', PROGRAM)
  place.write('benchmarks/quiz.jsonl', asLines(records.slice(0, 3).map(({ text }) => ({ question: text }))))
  place.write(
    'answers.jsonl',
    asLines(records.map(({ text }, i) => ({ student: `s${i}`, answer: text.slice(0, 900) }))),
  )
  place.write('titles.csv', `item,title\n${records.map(({ title }, i) => `${i},"${title}"\n`).join('')}`)
  place.write('baskets.sets', '1 2 3 4\n2 3 4 5\n1 2 3\n8 9\n')
  place.write('new.sets', '2 3 4\n8 9 10\n')
  place.write('carts.jsonl', asLines([cart('ann', [1, 2, 3]), cart('ben', [1, 2, 3, 4]), cart('cat', [9])]))
  place.write('ratings.csv', 'user,film,stars\nAda,Alien,5\nBob,Alien,4\nAda,Brazil,1\nBob,Brazil,2\n')
  place.write('customers.csv', start('customers.csv', 60))
  place.write('subscribers.csv', start('subscribers.csv', 60))
  mkdirSync(join(place.folder, 'prints'))
  for (const print of ['101_1', '101_2', '102_1', '102_2', '103_1']) {
    copyFileSync(join(SAMPLES, `fingerprints/${print}.xyt`), join(place.folder, `prints/${print}.xyt`))
  }
  copyFileSync(join(SAMPLES, 'fingerprints/101_3.xyt'), join(place.folder, 'found.xyt'))
}

/** Ratings of items with their titles, for recommendations. */
export function writeRatings(place: Place): void {
  const ratings = start('ratings.csv', 200)
  const items = new Set(Array.from(ratings.matchAll(/^[^,]*,([^,]*),/gm), ([, item]) => item!))
  place.write('ratings.csv', ratings)
  place.write('titles.csv', `item,title\n${Array.from(items, (item) => `${item},The ${item}\n`).join('')}`)
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
