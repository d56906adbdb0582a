import type { Command } from './command.js'

const INDEX =
  'INDEX is a folder, an address such as redis://localhost:6379, or left out for an index in memory, which is gone when the command ends. One that does not exist is created: --threshold, --recall and --shingle belong to that moment.'

/** The commands that answer until they are stopped. */
export const SERVER_COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    load: async () => (await import('../serve/serve.js')).serve,
    operands: '[INDEX]',
    minOperands: 0,
    maxOperands: 1,
    completes: 'file',
    summary: 'Serve a live index, comparisons and long searches over HTTP',
    about: [
      'A JSON API; /openapi.json describes it, and likewise/client is a client for JavaScript. Prints the address on stdout, and a log of JSON lines on stderr.',
      INDEX,
      'Listens to this machine only. Any other --host requires a token, in the variable LIKEWISE_TOKEN or in --token-file; put a proxy with TLS in front of it. Requests can name files only in folders given by --allow.',
      'SIGINT and SIGTERM let requests that are under way end. What was acknowledged is on the disk, also after a crash.',
    ],
    examples: [
      { does: 'Serve the index in a folder', line: 'likewise serve seen' },
      { does: 'Let clients search the files of a folder', line: 'likewise serve seen --allow /data/corpus' },
      {
        does: 'Serve other machines',
        line: 'LIKEWISE_TOKEN=$(openssl rand -hex 32) likewise serve seen --host 0.0.0.0',
      },
      { does: 'An index that several servers share', line: 'likewise serve redis://localhost:6379' },
    ],
  },
  {
    name: 'mcp',
    load: async () => (await import('../serve/mcp.js')).mcp,
    operands: '[INDEX]',
    minOperands: 0,
    maxOperands: 1,
    completes: 'file',
    summary: 'Offer a live index and searches to agents, by the Model Context Protocol on stdin and stdout',
    about: [
      'Tools: check_duplicate, add, find_duplicates (clusters of a file in a folder given by --allow) and compare. Requires the package @modelcontextprotocol/sdk.',
      INDEX,
    ],
    examples: [
      { does: 'As the command of an MCP server', line: 'likewise mcp notes --allow /data/notes' },
      { does: 'Only questions, nothing is added', line: 'likewise mcp notes --read-only' },
    ],
  },
]
