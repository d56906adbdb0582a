// The code of the page about the server is run, against a server on a port of its own.

import { LikewiseClient } from 'likewise/client'
import { expect, it } from 'vitest'
import { asLines, FIVE, Workspace } from '../cli/likewise.js'
import { Shell } from '../cli/shell.js'
import { documentedBlocks, reasonNotRun } from '../package/documented.js'
import { serve } from './served.js'

const PAGE = 'docs/guide/server.md'
const DOCUMENTED_ADDRESS = 'http://127.0.0.1:8080'

const blocks = documentedBlocks().filter(
  (block) => block.page === PAGE && reasonNotRun(block) === undefined && block.language !== 'json',
)

it('the commands of the page print what it says, and its programs run', async () => {
  const workspace = new Workspace()
  workspace.write('news.jsonl', asLines(FIVE))
  workspace.write('articles.jsonl', asLines(FIVE.map(({ id, text }) => ({ id, text }))))
  const shell = await Shell.in(workspace)
  const { address } = await serve(workspace, ['seen', '--allow', workspace.folder])
  const replies: unknown[] = []
  const given = {
    LikewiseClient,
    client: new LikewiseClient(address),
    id: 'another',
    text: FIVE[0]!.text,
    reply: { code: (code: number) => ({ send: (body: unknown) => replies.push(code, body) }) },
    console: { log: (...shown: unknown[]) => replies.push(shown.join(' ')) },
  }
  await given.client.add({ id: 'first', text: FIVE[0]!.text })
  for (const [i, { language, code, line }] of blocks.entries()) {
    const here = code.replaceAll(DOCUMENTED_ADDRESS, address)
    if (language === 'sh' && code.startsWith('curl')) {
      const { code: status, stdout } = await shell.run(
        here.replace('curl', 'curl --silent --show-error --fail-with-body'),
      )
      expect([line, status, stdout]).toEqual([line, 0, expect.any(String)])
      const next = blocks[i + 1]
      if (next?.language === 'text') expect(stdout.trim()).toBe(next.code.trim())
    } else if (language === 'ts') await runBody(here, given)
  }
  expect(replies.slice(0, 2)).toEqual([409, { duplicateOf: 'first' }])
  expect(replies.at(-1)).toMatch(/^done/)
})

it('the command of the page starts a server at the address that it shows', async () => {
  const [command, printed] = blocks
  expect(command!.code).toBe('npx likewise serve seen\n')
  expect(printed!.code.trim()).toBe(DOCUMENTED_ADDRESS)
})

/** Runs the body of a program with the names that its page has introduced. */
async function runBody(code: string, given: object): Promise<void> {
  const body = code.replace(/^import .*$/gm, '')
  await new Function(...Object.keys(given), `return (async () => {${body}})()`)(...Object.values(given))
}
