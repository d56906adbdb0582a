import { expect, it } from 'vitest'
import { formatByEnding } from '../../../src/read/format.js'

it.each([
  ['news.jsonl', 'jsonl', undefined],
  ['a.b/news.CSV.gz', 'csv', 'gzip'],
  ['news.2024.TXT', 'text', undefined],
  ['.txt', 'text', undefined],
  ['.txt.zst', 'text', 'zstd'],
  ['news.gz', undefined, 'gzip'],
  ['.gz', undefined, 'gzip'],
  ['gz', undefined, undefined],
  ['txt', undefined, undefined],
  ['news.txt/', undefined, undefined],
  ['folder.txt/news', undefined, undefined],
  ['folder.txt/news.gz', undefined, 'gzip'],
  ['news.', undefined, undefined],
  ['news.txt.gz.gz', undefined, 'gzip'],
  ['', undefined, undefined],
])('the extensions of %s', (name, format, compression) => {
  expect(formatByEnding(name)).toEqual({ format, compression })
})
