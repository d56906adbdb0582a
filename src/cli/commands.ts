import { APPLICATION_COMMANDS } from './commands/applications.js'
import type { Command } from './commands/command.js'
import { DOCUMENT_COMMANDS } from './commands/documents.js'
import { INDEX_COMMAND } from './commands/live-index.js'
import { SERVER_COMMANDS } from './commands/server.js'
import { SET_COMMANDS } from './commands/sets.js'
import { COMPLETION } from './commands/shell.js'

/** All commands except help, in the order in which the help lists them. */
const ACTIONS: readonly Command[] = [
  ...DOCUMENT_COMMANDS,
  ...SET_COMMANDS,
  ...APPLICATION_COMMANDS,
  INDEX_COMMAND,
  ...SERVER_COMMANDS,
  COMPLETION,
]

export const COMMANDS: readonly Command[] = [
  ...ACTIONS,
  {
    name: 'help',
    operands: '[COMMAND]',
    minOperands: 0,
    maxOperands: 1,
    completes: ACTIONS.map(({ name }) => name),
    summary: 'Show help for a command',
    description: [],
    examples: [{ does: 'Show help for find', line: 'likewise help find' }],
  },
]

export function commandNamed(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name)
}
