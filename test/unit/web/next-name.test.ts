import { expect, it } from 'vitest'
import { nextName } from '../../../web/src/data/next-name.js'

it.each([
  ['r.html', 'r-2.html'],
  ['r-2.html', 'r-3.html'],
  ['r-99.html', 'r-100.html'],
  ['out/pairs.jsonl.gz', 'out/pairs-2.jsonl.gz'],
  ['../a.b/report', '../a.b/report-2'],
  ['C:\\runs\\r.html', 'C:\\runs\\r-2.html'],
  ['clean/', 'clean-2'],
  ['.hidden', '.hidden-2'],
  // A year is part of the name.
  ['news-2024.html', 'news-2024-2.html'],
  // Folders without a name of their own.
  ['.', './out-2'],
  ['..', '../out-2'],
  ['/', '/out-2'],
])('the next name after %s is %s', (path, next) => {
  expect(nextName(path)).toBe(next)
})
