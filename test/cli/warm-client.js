// Takes the place of `likewise` in shell commands (shell.ts): passes its arguments, folder and stdin to the program that stays loaded,
// and prints what that returns. A run that needs its own process, or whose stdin is not text, starts the program itself.

import { isUtf8 } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

const [, , socket, main, ...args] = process.argv
/** @type {Buffer[]} */
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const input = Buffer.concat(chunks)

if (args.includes('--memory') || !isUtf8(input)) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main ?? '', ...args], {
    input,
    maxBuffer: 2 ** 28,
  })
  finish(stdout, stderr, status ?? 1)
} else {
  const connection = connect(socket ?? '')
  connection.end(JSON.stringify({ args, folder: process.cwd(), stdin: input.toString() }))
  const { code, stdout, stderr } = JSON.parse(await text(connection))
  finish(stdout, stderr, code)
}

/**
 * @param {string | Buffer} stdout
 * @param {string | Buffer} stderr
 * @param {number} code
 */
function finish(stdout, stderr, code) {
  process.stdout.on('error', () => {}) // head closes the pipe early
  process.stderr.write(stderr)
  process.stdout.write(stdout)
  process.exitCode = code
}
