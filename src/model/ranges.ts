/** The smallest and the largest value of each option of a search that is a whole number. */
export const RANGES = {
  slots: [1, 2 ** 16],
  bands: [1, 2 ** 16],
  rows: [1, 2 ** 16],
  seed: [0, 2 ** 32 - 1],
  maxGroup: [1, 2 ** 32],
  audit: [1, 2 ** 32],
  workers: [1, 1024],
} as const satisfies { readonly [Option: string]: readonly [number, number] }
