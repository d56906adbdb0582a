// What the suites use of vitest, for a page: tests are collected, and run one by one when asked for. The matchers are vitest's own.

import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect'

chai.use(JestExtend)
chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)

type Run = (...args: never[]) => unknown

/** All tests, in the order in which they were defined. */
export const tests: { readonly name: string; readonly run: () => Promise<unknown> }[] = []

export const expect = chai.expect

export function describe(_: string, define: () => void): void {
  define()
}

export function it(name: string, run: Run): void {
  tests.push({ name, run: async () => run() })
}

it.each =
  (cases: readonly unknown[]) =>
  (name: string, run: (one: unknown) => unknown): void => {
    for (const one of cases) it(`${name} ${JSON.stringify(one)}`, () => run(one))
  }
