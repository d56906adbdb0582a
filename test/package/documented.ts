// Which code of the documentation is run, and by which test. Code that no test runs is listed here with the reason.

import { type CodeBlock, codeBlocks, markdownFiles, readPage } from './markdown.js'

/** A fenced block of a page. */
export interface Block extends CodeBlock {
  readonly page: string
}

/** Every page with code that a reader might copy. */
export const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'python/README.md',
  'examples/data/README.md',
  'bench/README.md',
  ...markdownFiles('docs').filter((page) => !page.includes('node_modules') && !page.includes('.vitepress')),
]

/** Shell commands that no test runs, by how their block begins. Tests check that each program, script and option exists. */
const NOT_RUN: readonly { readonly page: string; readonly starts: string; readonly reason: string }[] = [
  { page: 'README.md', starts: 'npm ci && npm start', reason: 'installs; start.test.ts runs the program' },
  { page: 'README.md', starts: 'npm ci && npm test', reason: 'runs this test' },
  { page: 'CONTRIBUTING.md', starts: 'npm ci', reason: 'installs and runs everything; .ci/run does so' },
  { page: 'examples/data/README.md', starts: 'node examples', reason: 'start.test.ts runs the program' },
  { page: 'bench/README.md', starts: 'npm run build', reason: 'measures for minutes' },
  { page: 'docs/benchmarks.md', starts: 'sh bench', reason: 'installs other tools and measures for minutes' },
  { page: 'docs/guide/getting-started.md', starts: 'npm install', reason: 'installs from npm' },
  { page: 'docs/guide/getting-started.md', starts: 'npm ci', reason: 'installs; .ci/run does so' },
  { page: 'docs/guide/in-the-browser.md', starts: 'npm ci', reason: 'installs; npm test builds the page' },
  { page: 'docs/guide/limits.md', starts: 'npm run build', reason: 'measures for minutes' },
  { page: 'docs/guide/python.md', starts: 'npm ci', reason: 'installs; python.test.ts installs the wheel' },
  { page: 'docs/guide/server.md', starts: 'docker build', reason: 'needs Docker' },
  {
    page: 'docs/guide/spark.md',
    starts: 'pip install',
    reason: 'installs; spark-files.test.ts runs the command on Spark',
  },
  {
    page: 'docs/guide/spark.md',
    starts: 'export SPARK_HOME',
    reason: 'needs fixed ports; spark.test.ts starts such a cluster',
  },
  { page: 'docs/guide/spark.md', starts: 'likewise find /mnt', reason: 'needs a YARN cluster' },
  {
    page: 'docs/guide/spark.md',
    starts: 'python3 -m venv',
    reason: 'needs a YARN cluster; spark-archives.test.ts ships such an archive to another cluster',
  },
  {
    page: 'docs/reference/cli.md',
    starts: '# Serve the index',
    reason: 'never ends; test/server runs serve',
  },
  { page: 'docs/reference/cli.md', starts: '# Start an MCP', reason: 'never ends; mcp.test.ts runs mcp' },
]

/** The fenced blocks of all pages. */
export function documentedBlocks(): Block[] {
  return PAGES.flatMap((page) => codeBlocks(readPage(page)).map((block) => ({ page, ...block })))
}

/** Why no test runs a block, or undefined where one does. */
export function reasonNotRun({ page, language, code }: Block): string | undefined {
  if (language !== 'sh' && language !== 'bash') return undefined
  return NOT_RUN.find((entry) => entry.page === page && code.startsWith(entry.starts))?.reason
}

/** Entries of the list that fit no block. */
export function staleEntries(blocks: readonly Block[]): string[] {
  return NOT_RUN.filter(
    ({ page, starts }) => !blocks.some((block) => block.page === page && block.code.startsWith(starts)),
  ).map(({ page, starts }) => `${page}: ${starts}`)
}
