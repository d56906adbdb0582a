// @ts-check
// Writes examples/data/articles.jsonl, the sample articles. Every run writes the same bytes.
//
//   node examples/make-articles.js            writes the file
//   node examples/make-articles.js --stdout   prints it instead

import { writeFileSync } from 'node:fs'
import { makeArticles } from './articles/collection.js'

const lines = makeArticles().map((article) => `${JSON.stringify(article)}\n`)

if (process.argv.includes('--stdout')) process.stdout.write(lines.join(''))
else writeFileSync(new URL('./data/articles.jsonl', import.meta.url), lines.join(''))
