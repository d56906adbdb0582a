// Runs one program after another, each as in a process of its own: arguments, folder, environment, stdin and outputs are those of
// the message. The module of the message is evaluated again for each, such as dist/cli/main.js; what it imports stays loaded.

import { Console } from 'node:console'
import { Readable, Writable } from 'node:stream'

const own = { env: { ...process.env }, argv: process.argv.slice(0, 2) }
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
let runs = 0

process.on('message', async ({ main, args, folder, env, stdin }) => {
  const streams = {
    stdin: Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin)]),
    stdout: gathered(),
    stderr: gathered(),
  }
  for (const [name, stream] of Object.entries(streams)) {
    Object.defineProperty(process, name, { configurable: true, enumerable: true, get: () => stream })
  }
  replaceEnvironment({ ...own.env, ...env })
  process.chdir(folder)
  process.argv = [...own.argv, ...args]
  process.exitCode = undefined
  globalThis.console = new Console(streams)
  try {
    await import(`${main}?${++runs}`)
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
  for (const signal of signals) process.removeAllListeners(signal)
  process.send?.({
    code: process.exitCode ?? 0,
    stdout: streams.stdout.text(),
    stderr: streams.stderr.text(),
  })
})

function gathered() {
  /** @type {Buffer[]} */
  const chunks = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() })
}

/** @param {NodeJS.ProcessEnv} env */
function replaceEnvironment(env) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
}
