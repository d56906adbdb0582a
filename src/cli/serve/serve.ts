/// <reference types="node" />
import { tmpdir } from 'node:os'
import { InvalidOption, MissingPackage } from '../../model/errors.js'
import { readText } from '../../read/node-read-text.js'
import type { Limits } from '../../server/settings.js'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../temporary/node-leftovers.js'
import type { Context } from '../context.js'
import { openStore } from '../index/open-store.js'
import type { OptionValues } from '../options/table.js'
import { UsageError } from '../usage-error.js'

const DEFAULT_PORT = 8080
const MAX_TOKEN_BYTES = 65_536

/** `likewise serve`: runs until a signal ends it. */
export async function serve(
  [index]: readonly string[],
  values: OptionValues,
  { lifetime, version, terminal }: Context,
): Promise<undefined> {
  const { startServer, makeLog, isLoopback } = await loadServer()
  const token = readToken(values)
  const host = values.host ?? '127.0.0.1'
  if (token === undefined && !isLoopback(host)) {
    throw new UsageError(
      `other machines can reach --host ${host}, which requires a token`,
      'set LIKEWISE_TOKEN, or name a file with --token-file',
    )
  }
  const isReadOnly = values['read-only'] === true
  const store = await openStore(index, values, isReadOnly ? { readOnly: true } : { ifMissing: 'create' })
  const temporary = makeTemporaryFolder(tmpdir())
  try {
    const server = await startServer({
      store,
      isReadOnly,
      host,
      port: values.port ?? DEFAULT_PORT,
      token,
      allow: values.allow ?? [],
      temporary,
      limits: limitsOf(values),
      workers: values.workers,
      memory: values.memory,
      version,
      log: makeLog((line) => terminal.err.print(line), values.quiet === true),
    })
    terminal.out.print(`${server.address}\n`)
    // The process ends on a signal, after all requests in progress have been answered.
    await new Promise<void>((resolve) => {
      lifetime.onEnd(async () => {
        await server.close()
        removeTemporaryFolder(temporary)
        resolve()
      })
    })
  } catch (error) {
    removeTemporaryFolder(temporary)
    await store.close()
    throw listenFault(error, host, values.port ?? DEFAULT_PORT)
  }
  return undefined
}

/** The packages that only the server needs are optional. */
async function loadServer() {
  try {
    const [{ startServer }, { makeLog }, { isLoopback }] = await Promise.all([
      import('../../server/start.js'),
      import('../../server/log.js'),
      import('../../server/token.js'),
    ])
    return { startServer, makeLog, isLoopback }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
    throw isMissing ? new MissingPackage('hono @hono/node-server', 'likewise serve') : error
  }
}

/** The token is not given as an option value, because anyone who lists processes could read it. */
function readToken(values: OptionValues): string | undefined {
  const file = values['token-file']
  const token = file === undefined ? process.env.LIKEWISE_TOKEN : readText(file, MAX_TOKEN_BYTES).trim()
  if (token === undefined || token === '') {
    if (file !== undefined) throw new UsageError('the token file is empty', 'write a token into it')
    return undefined
  }
  if (!/^[\x21-\x7e]{16,}$/.test(token))
    throw new UsageError('the token is too short', 'use at least 16 characters, without spaces')
  return token
}

function limitsOf(values: OptionValues): Partial<Limits> {
  const given = {
    maxBody: values['max-body'],
    maxText: values['max-text'],
    maxRequests: values['max-requests'],
    maxStreams: values['max-streams'],
    timeout: values.timeout,
    maxUpload: values['max-upload'],
    maxRunning: values['max-jobs'],
    maxJobDisk: values['max-job-disk'],
    jobTimeout: values['job-timeout'],
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function listenFault(error: unknown, host: string, port: number): unknown {
  if (error instanceof InvalidOption) return UsageError.from(error)
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UsageError(`port ${port} is in use`, 'choose another with --port')
    case 'EACCES':
      return new UsageError(`port ${port} is not allowed for this user`, 'choose one above 1023 with --port')
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(`${host} is not an address of this machine`, 'use 127.0.0.1, or 0.0.0.0 for all')
    default:
      return error
  }
}
