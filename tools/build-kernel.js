// @ts-check
// Compiles kernel/ to WebAssembly and writes it into src/kernel/wasm-bytes.ts, so that the kernel travels with the code:
// no file to find, in Node, in workers and in the browser. Run by npm run build.
import { readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'

const OUT = new URL('../src/kernel/wasm-bytes.ts', import.meta.url)

/** @type {Uint8Array | undefined} */
let wasm
const { error, stderr } = await asc.main(
  [
    'kernel/index.ts',
    '--outFile=kernel.wasm',
    '--runtime=stub',
    '--enable=simd',
    '--enable=bulk-memory',
    '--optimizeLevel=3',
    '--shrinkLevel=0',
    '--converge',
    '--noAssert',
    '--importMemory',
    '--use=abort=',
  ],
  {
    writeFile: (name, contents) => {
      if (name === 'kernel.wasm') wasm = /** @type {Uint8Array} */ (contents)
    },
  },
)
if (error || wasm === undefined) {
  console.error(stderr.toString())
  process.exit(1)
}
const source = `// Made by tools/build-kernel.js from kernel/; do not edit.
export const WASM_BASE64 =
  '${Buffer.from(wasm).toString('base64')}'
`
if (readIfThere() !== source) writeFileSync(OUT, source)

function readIfThere() {
  try {
    return readFileSync(OUT, 'utf8')
  } catch {
    return undefined
  }
}
