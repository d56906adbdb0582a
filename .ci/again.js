// @ts-check
// Runs the tests that failed once more, by themselves: on a busy machine a server or a browser can miss a deadline. A test that fails
// twice has failed; count.js names those that failed once.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** More than this is no accident. */
const MAX_FAILED = 10

const results = process.argv[2] ?? ''
if (!existsSync(results)) process.exit(1)
/** @type {{ name: string, assertionResults: { status: string, fullName: string }[] }[]} */
const files = JSON.parse(readFileSync(results, 'utf8')).testResults
const failed = files.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter((test) => test.status !== 'passed')
    .map((test) => ({ file: name, test: test.fullName })),
)
if (failed.length === 0 || failed.length > MAX_FAILED) process.exit(1)

const pattern = failed.map(({ test }) => `^${test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`).join('|')
const options = ['--maxWorkers=1', '--reporter=default', '--reporter=json', '-t', pattern]
const output = `--outputFile.json=${results.replace(/\.json$/, '-again.json')}`
const paths = new Set(failed.map(({ file }) => relative('.', file)))
// With CI, the results would replace the first ones (vitest.config.ts).
const env = { ...process.env, CI: '' }
const { status } = spawnSync('npx', ['vitest', 'run', ...options, output, ...paths], {
  stdio: 'inherit',
  env,
})
process.exit(status ?? 1)
