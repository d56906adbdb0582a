// @ts-check
// Makes the optional peer dependencies of the package in the current folder required ones, in the versions that it is developed with. The
// container image has them: without this, `npm prune --omit=dev` would remove them.
// Run: node tools/require-peers.js
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'package.json'
const manifest = JSON.parse(readFileSync(FILE, 'utf8'))
for (const name of Object.keys(manifest.peerDependencies)) {
  manifest.dependencies[name] = manifest.devDependencies[name]
  delete manifest.devDependencies[name]
}
writeFileSync(FILE, `${JSON.stringify(manifest, null, 2)}\n`)
