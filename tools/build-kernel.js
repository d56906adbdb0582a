// @ts-check
// Compiles kernel/ to WebAssembly where it has changed and writes it into src/kernel/, so that the kernel travels with the code:
// no file to find, in Node, in workers and in the browser. Run by npm run build.
import { renameSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'
import { makeStamp } from './stamp.js'

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

const FOLDER = 'src/kernel'
const KERNEL = 'wasm-bytes.ts'
const JOIN = 'join-wasm-bytes.ts'

const stamp = makeStamp(
  'kernel',
  ['kernel', 'tools/build-kernel.js', 'package-lock.json'],
  [`${FOLDER}/${KERNEL}`, `${FOLDER}/${JOIN}`],
)
if (!stamp.isFresh()) {
  await build('kernel/index.ts', KERNEL, [])
  // Memory that workers share is another type, so the join is a module of its own; 65,536 pages are all that there can be.
  await build('kernel/join.ts', JOIN, [
    '--enable=threads',
    '--sharedMemory',
    '--initialMemory=1',
    '--maximumMemory=65536',
  ])
  stamp.write()
}

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
  // The type keeps the bytes out of the declarations.
  const source = `// Made by tools/build-kernel.js from kernel/; do not edit.
export const WASM_BASE64: string =
  '${Buffer.from(wasm).toString('base64')}'
`
  const part = `${FOLDER}/${name}.${process.pid}.part`
  writeFileSync(part, source)
  renameSync(part, `${FOLDER}/${name}`)
}
