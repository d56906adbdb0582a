import type { Command } from './command.js'

const INDEX =
  'INDEX is a folder, or an address such as redis://localhost:6379. Without INDEX, the index is in memory and is lost when the command ends. An index that does not exist is created with --threshold, --recall and --shingle; an existing index keeps its own settings.'

/** Commands that run until they are stopped. */
export const SERVER_COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    load: async () => (await import('../serve/serve.js')).serve,
    operands: '[INDEX]',
    minOperands: 0,
    maxOperands: 1,
    completes: 'file',
    summary: 'Serve a live index, comparisons and long searches over HTTP',
    description: [
      'The server offers a JSON API, described by /openapi.json; likewise/client is a client for JavaScript. The server prints its address on stdout and its log, as JSON Lines, on stderr.',
      INDEX,
      'By default, the server listens only on this machine. A --host that other machines can reach requires a token, in the environment variable LIKEWISE_TOKEN or in --token-file. The server speaks plain HTTP; for HTTPS, put a reverse proxy in front of it. Requests can name files only in the folders of --allow.',
      'On SIGINT or SIGTERM, the server completes the requests in progress and exits. If the index is in a folder, acknowledged changes are on disk and survive a crash.',
    ],
    examples: [
      { does: 'Serve the index in a folder', line: 'likewise serve seen' },
      { does: 'Let clients search the files of a folder', line: 'likewise serve seen --allow /data/corpus' },
      {
        does: 'Serve other machines',
        line: 'LIKEWISE_TOKEN=$(openssl rand -hex 32) likewise serve seen --host 0.0.0.0',
      },
      { does: 'Share one index among several servers', line: 'likewise serve redis://localhost:6379' },
    ],
  },
  {
    name: 'mcp',
    load: async () => (await import('../serve/mcp.js')).mcp,
    operands: '[INDEX]',
    minOperands: 0,
    maxOperands: 1,
    completes: 'file',
    summary:
      'Offer a live index and searches to AI agents, over the Model Context Protocol on stdin and stdout',
    description: [
      'The tools are check_duplicate, add, find_duplicates (which searches a file in a folder of --allow) and compare. Requires the package @modelcontextprotocol/sdk.',
      INDEX,
    ],
    examples: [
      {
        does: 'Start an MCP server that may read the files of a folder',
        line: 'likewise mcp notes --allow /data/notes',
      },
      { does: 'Answer queries, but add nothing', line: 'likewise mcp notes --read-only' },
    ],
  },
]
