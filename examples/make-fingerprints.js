// @ts-check
// Writes prints of invented fingers as .xyt files, named FOLDER/FINGER_PRINT.xyt.
// Run: npm run build && node examples/make-fingerprints.js FOLDER [FINGERS] [PRINTS] [light|moderate|heavy] [SEED]
import { mkdirSync, writeFileSync } from 'node:fs'
import { makeFinger } from './fingerprints/finger.js'
import { asXyt, makeImpression, NOISE } from './fingerprints/impression.js'

const [folder, fingers = '12', prints = '3', level = 'moderate', seed = '1'] = process.argv.slice(2)
const noise = NOISE[/** @type {keyof typeof NOISE} */ (level)]
if (folder === undefined || noise === undefined) {
  console.error('node examples/make-fingerprints.js FOLDER [FINGERS] [PRINTS] [light|moderate|heavy] [SEED]')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
for (let number = 1; number <= Number(fingers); number++) {
  const finger = makeFinger(number, Number(seed))
  for (let print = 1; print <= Number(prints); print++) {
    const minutiae = makeImpression(finger, Number(seed) * 7_368_787 + number * 1009 + print, noise)
    writeFileSync(`${folder}/${100 + number}_${print}.xyt`, asXyt(minutiae))
  }
}
