// @ts-check
// What the Spark engine submits: the Python package as one archive, which Spark sends to every executor, and the program that starts it.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kernelFiles, sources } from './python-files.js'
import { zip } from './wheel.js'

export const SPARK_ARCHIVE = 'engine/spark/likewise.zip'
export const SPARK_PROGRAM = 'engine/spark/program.py'

const PROGRAM = `import sys

from likewise.spark.__main__ import main

sys.exit(main())
`

/** @param {string} dist */
export async function buildSpark(dist) {
  const files = new Map([...sources(), ...(await kernelFiles())])
  mkdirSync(join(dist, 'engine/spark'), { recursive: true })
  write(join(dist, SPARK_ARCHIVE), zip(files))
  write(join(dist, SPARK_PROGRAM), PROGRAM)
}

/** Whoever reads the file meanwhile has the old one or the new one. @param {string} path @param {string | Uint8Array} content */
function write(path, content) {
  const part = `${path}.${process.pid}.part`
  writeFileSync(part, content)
  renameSync(part, path)
}
