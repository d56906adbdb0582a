/// <reference types="node" />
import { MissingPackage } from '../../model/errors.js'
import type { Context } from '../context.js'
import { openStore } from '../index/open-store.js'
import type { OptionValues } from '../options/table.js'
import { asUsage } from '../usage-error.js'

/** `likewise mcp`: serves tools for agents over stdin and stdout, until stdin ends. */
export async function mcp(
  [index]: readonly string[],
  values: OptionValues,
  { lifetime, version, terminal }: Context,
): Promise<undefined> {
  const [
    { serveTools },
    { StdioServerTransport },
    { AllowedFolders },
    { Namespaces },
    { makeLog },
    { MemoryBudget },
    { DEFAULT_LIMITS },
  ] = await loadServer()
  const { workers } = values
  const memory = values.memory === undefined ? undefined : asUsage(() => new MemoryBudget(values.memory!))
  const folders = new AllowedFolders(values.allow ?? [])
  const isReadOnly = values['read-only'] === true
  await using store = await openStore(
    index,
    values,
    isReadOnly ? { readOnly: true } : { ifMissing: 'create' },
  )
  const transport = new StdioServerTransport()
  // stdin ends when the agent disconnects.
  process.stdin.once('end', () => void transport.close())
  const release = lifetime.onEnd(() => transport.close())
  await serveTools(
    {
      namespaces: new Namespaces(store),
      folders,
      isReadOnly,
      limits: {
        ...DEFAULT_LIMITS,
        ...memory?.limits,
        ...(values['max-text'] !== undefined && { maxText: values['max-text'] }),
      },
      memory,
      running: {
        ...(workers !== undefined && { workers }),
        ...(memory !== undefined && { memory: memory.jobMemory(1) }),
      },
      version,
      log: makeLog((line) => (values.quiet === true ? undefined : terminal.err.print(line)), true),
    },
    transport,
  )
  release()
  return undefined
}

/** The SDK is optional. */
async function loadServer() {
  try {
    return await Promise.all([
      import('../../server/mcp/mcp-server.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('../../server/allowed-folders.js'),
      import('../../server/namespaces.js'),
      import('../../server/log.js'),
      import('../../server/memory-budget.js'),
      import('../../server/settings.js'),
    ])
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
    throw isMissing ? new MissingPackage('@modelcontextprotocol/sdk', 'likewise mcp') : error
  }
}
