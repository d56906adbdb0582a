// @ts-check
// Prints "N passed, N failed" from the results of vitest. A skipped test counts as failed: nothing may be left out here. A test that
// failed, but passed when it was run again (again.js), counts as passed and is named.
import { existsSync, readFileSync } from 'node:fs'

const [status = '1', ...names] = process.argv.slice(2)
if (names.length === 0 || !names.every((file) => existsSync(file))) {
  console.log('the tests did not run\n0 passed, 1 failed')
  process.exit(1)
}

/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} Test */

/**
 * @param {string} file
 * @returns {{ name: string, status: string, assertionResults: Test[] }[]}
 */
const read = (file) => JSON.parse(readFileSync(file, 'utf8')).testResults

/** @param {ReturnType<typeof read>} files */
const testsIn = (files) =>
  files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      ...test,
      key: `${name} ${test.fullName}`,
      isPassed: test.status === 'passed',
    })),
  )

const files = names.flatMap(read)
const tests = testsIn(files)
const repeats = testsIn(
  names
    .map((name) => name.replace(/\.json$/, '-again.json'))
    .filter((name) => existsSync(name))
    .flatMap(read),
)

/** @param {string} key several tests may have the same name */
function hasPassedAgain(key) {
  const again = repeats.filter((test) => test.key === key)
  return again.length > 0 && again.every((test) => test.isPassed)
}

let passed = 0
let failed = 0
for (const { status: outcome, fullName, failureMessages = [], key, isPassed } of tests) {
  const isCounted = isPassed || hasPassedAgain(key)
  if (isCounted) passed++
  else failed++
  if (isPassed) continue
  console.log(`${isCounted ? 'failed, then passed alone' : outcome}: ${fullName}`)
  for (const message of failureMessages) console.log(message.slice(0, 2000))
}
for (const { name, status: outcome, assertionResults } of files) {
  if (outcome !== 'failed' || assertionResults.length > 0) continue
  console.log(`could not run: ${name}`)
  failed++
}
if (status !== '0') failed = Math.max(failed, 1)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
