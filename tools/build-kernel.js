// @ts-check
// Compiles kernel/ to WebAssembly and writes it into src/kernel/, so that the kernel travels with the code: no file to
// find, in Node, in workers and in the browser. Run by npm run build.
import { readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'

const OPTIONS = [
  '--runtime=stub',
  '--enable=simd',
  '--enable=bulk-memory',
  '--optimizeLevel=3',
  '--shrinkLevel=0',
  '--converge',
  '--noAssert',
  '--importMemory',
  '--use=abort=',
]

await build('kernel/index.ts', 'wasm-bytes.ts', [])
// Memory that workers share is another type, so the join is a module of its own; 65,536 pages are all that there can be.
await build('kernel/join.ts', 'join-wasm-bytes.ts', [
  '--enable=threads',
  '--sharedMemory',
  '--initialMemory=1',
  '--maximumMemory=65536',
])

/**
 * @param {string} entry
 * @param {string} name of the file in src/kernel
 * @param {readonly string[]} more options
 */
async function build(entry, name, more) {
  /** @type {Uint8Array | undefined} */
  let wasm
  const { error, stderr } = await asc.main([entry, '--outFile=kernel.wasm', ...OPTIONS, ...more], {
    writeFile: (file, contents) => {
      if (file === 'kernel.wasm') wasm = /** @type {Uint8Array} */ (contents)
    },
  })
  if (error || wasm === undefined) {
    console.error(stderr.toString())
    process.exit(1)
  }
  const source = `// Made by tools/build-kernel.js from kernel/; do not edit.
export const WASM_BASE64 =
  '${Buffer.from(wasm).toString('base64')}'
`
  const out = new URL(`../src/kernel/${name}`, import.meta.url)
  if (readIfThere(out) !== source) writeFileSync(out, source)
}

/** @param {URL} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
