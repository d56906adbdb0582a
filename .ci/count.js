// @ts-check
// Prints "N passed, N failed" from the results of vitest. A skipped test counts as failed: nothing may be left out here.
import { existsSync, readFileSync } from 'node:fs'

const [status = '1', ...names] = process.argv.slice(2)
if (names.length === 0 || !names.every((file) => existsSync(file))) {
  console.log('the tests did not run\n0 passed, 1 failed')
  process.exit(1)
}
/** @type {{ name: string, status: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[]} */
const files = names.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).testResults)
const tests = files.flatMap((suite) => suite.assertionResults)
const passed = tests.filter((test) => test.status === 'passed').length
const others = tests.filter((test) => test.status !== 'passed')
for (const { status: outcome, fullName, failureMessages = [] } of others)
  console.log(
    [`${outcome}: ${fullName}`, ...failureMessages.map((message) => message.slice(0, 2000))].join('\n'),
  )
const broken = files.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
for (const { name } of broken) console.log(`could not run: ${name}`)
const failed = Math.max(others.length + broken.length, status === '0' ? 0 : 1)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
