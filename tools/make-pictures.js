// @ts-check
// Writes the pictures of the documentation into docs/pictures.
// Run: npm run pictures
import { mkdirSync, writeFileSync } from 'node:fs'
import { makePictures } from './pictures/pictures.js'

const folder = new URL('../docs/pictures/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, svg] of Object.entries(makePictures())) writeFileSync(new URL(name, folder), svg)
