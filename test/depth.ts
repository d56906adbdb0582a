// How much the tests try. `npm test` is short: some cases of each kind. With LIKEWISE_LONG=1 it is long: every case, and each
// command line in a process of its own. Both run every kind of test. `.ci/run` is short, and long for a few files.

export const isLong = process.env.LIKEWISE_LONG !== undefined

/** What a test uses in a short and in a long run: a number of cases, a size, a list. */
export function byDepth<T>(of: { readonly short: T; readonly long: T }): T {
  return isLong ? of.long : of.short
}

/** How many random inputs a property is tried with: all of them in a long run, a quarter in a short one. */
export function cases(all: number): number {
  return byDepth({ short: Math.ceil(all / 4), long: all })
}
