// The pictures of the documentation are made by a script from the library's own results; the committed files are what it makes.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makePictures } from '../../tools/pictures/pictures.js'
import { markdownFiles, ROOT, readPage } from './markdown.js'

const FOLDER = join(ROOT, 'docs', 'pictures')
const pictures = makePictures()

it('docs/pictures holds every picture and nothing else', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(pictures).sort())
})

it.each(Object.keys(pictures))('%s is what `npm run pictures` writes', (name) => {
  expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(pictures[name])
})

it.each(Object.keys(pictures))('%s is readable on light and dark pages, and described in words', (name) => {
  expect(pictures[name]).toContain('prefers-color-scheme:dark')
  expect(pictures[name]).toMatch(/<title id="title">.+<\/title>\n<desc id="description">.+<\/desc>/)
})

it('every picture is shown on some page', () => {
  const text = ['README.md', ...markdownFiles('docs')].map(readPage).join('\n')
  expect(Object.keys(pictures).filter((name) => !text.includes(`pictures/${name}`))).toEqual([])
})
