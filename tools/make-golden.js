// @ts-check
// Writes test/golden/<case>/expected.json for every input.json, or for the cases named. The answers are a promise to
// stored signatures and to other implementations: they change only with a new format version, and by intent.
// Run: node tools/make-golden.js [case …]
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'

const golden = new URL('../test/golden/', import.meta.url)
const source = new URL('../src/', import.meta.url)
const subpaths = readdirSync(new URL('public/', source)).map((file) => file.replace(/\.ts$/, ''))
const bundle = await build({
  entryPoints: [new URL('compute.ts', golden).pathname],
  bundle: true,
  format: 'esm',
  write: false,
  alias: {
    likewise: new URL('index.ts', source).pathname,
    ...Object.fromEntries(
      subpaths.map((name) => [`likewise/${name}`, new URL(`public/${name}.ts`, source).pathname]),
    ),
  },
})
const { compute } = await import(
  `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0]?.contents ?? []).toString('base64')}`
)

const wanted = process.argv.slice(2)
for (const entry of readdirSync(golden, { withFileTypes: true })) {
  const file = new URL(`${entry.name}/input.json`, golden)
  if (!existsSync(file) || (wanted.length > 0 && !wanted.includes(entry.name))) continue
  const input = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(new URL(`${entry.name}/expected.json`, golden), `${JSON.stringify(compute(input))}\n`)
  console.log(`test/golden/${entry.name}/expected.json`)
}
