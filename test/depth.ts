// How much the tests try. `npm test` is short: some cases of each kind. With LIKEWISE_LONG=rest it runs the tests that the short run
// leaves out (test/left-out.ts), in the same size. With LIKEWISE_LONG=1 it is long: every case, larger inputs, and each command line
// in a process of its own. Each runs every kind of test; a few tests are only in the long one. `.ci/run` is short, then runs the rest,
// and is long for a few files.

const depth = process.env.LIKEWISE_LONG

export const isLong = depth !== undefined && depth !== 'rest'

/** Whether only tests are run that the short run leaves out. */
export const isRest = depth === 'rest'

/** What a test uses in a short and in a long run: a number of cases, a size, a list. */
export function byDepth<T>(of: { readonly short: T; readonly long: T }): T {
  return isLong ? of.long : of.short
}

/** How many random inputs a property is tried with: all of them in a long run, a quarter in a short one. */
export function cases(all: number): number {
  return byDepth({ short: Math.ceil(all / 4), long: all })
}
