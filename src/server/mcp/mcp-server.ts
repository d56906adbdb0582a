import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { findProblem } from '../check-value.js'
import { Fault, faultOf, invalid, traceOf } from '../fault.js'
import type { Log } from '../log.js'
import type { Limits } from '../settings.js'
import { makeTools, type ToolCall, type ToolContext } from './tools.js'

interface McpOptions extends ToolContext {
  readonly limits: Limits
  readonly version: string
  readonly isReadOnly: boolean
  readonly log: Log
}

/** Returns a function that runs actions one after the other. */
function makeTurns(): ToolCall['inTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const turn = last.then(act)
    last = turn.catch(() => {})
    return turn
  }
}

/** Serves the tools over a transport until it is closed. */
export async function serveTools(options: McpOptions, transport: Transport): Promise<void> {
  const { limits, version, isReadOnly, log } = options
  const tools = makeTools(limits).filter((tool) => tool.isReadOnly || !isReadOnly)
  const server = new Server({ name: 'likewise', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, input, isReadOnly: readOnlyHint }) => ({
      name,
      description,
      inputSchema: input as { type: 'object' },
      annotations: { readOnlyHint, destructiveHint: false, openWorldHint: false },
    })),
  }))
  const inTurn = makeTurns()
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    try {
      const tool = tools.find(({ name }) => name === params.name)
      if (tool === undefined) {
        const names = tools.map(({ name }) => name).join(', ')
        throw new Fault(404, 'not-found', 'there is no such tool', `use one of ${names}`)
      }
      const input = params.arguments ?? {}
      const problem = findProblem(tool.input, input, '')
      if (problem !== undefined) throw invalid(problem.message, problem.hint)
      const result = await tool.run(input as never, { ...options, signal, inTurn })
      return {
        content: [{ type: 'text', text: JSON.stringify(result) }],
        structuredContent: { ...result },
      }
    } catch (error) {
      const fault = faultOf(error, params.name !== 'find_duplicates')
      if (fault.status === 500 && !signal.aborted) log.error({ event: 'failure', error: traceOf(error) })
      return { content: [{ type: 'text', text: JSON.stringify(fault.body) }], isError: true }
    }
  })
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
  })
  await server.connect(transport)
  await closed
}
