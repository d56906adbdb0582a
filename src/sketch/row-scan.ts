/** The characteristic matrix, and hash functions in place of permutations of its rows. */
export interface RowScanInput {
  /** Rows are numbered 0 … rows − 1. */
  readonly rows: number
  /** Each column as the set of rows in which it has a 1. */
  readonly sets: readonly ReadonlySet<number>[]
  readonly hashes: readonly ((row: number) => number)[]
}

/** The state of the algorithm after a row. */
export interface RowScanStep {
  readonly row: number
  /** The value of each hash function for this row. */
  readonly hashed: readonly number[]
  /** `signatures[i][c]`: the minimum of hash function i over the rows of column c so far, ∞ if there were none. */
  readonly signatures: readonly (readonly number[])[]
}

/**
 * The algorithm of Mining of Massive Datasets, 3.3.5, one row at a time, so that each step can be observed: every hash function is
 * computed once for the row, and each column with a 1 there keeps the smaller value.
 */
export function* scanRows({ rows, sets, hashes }: RowScanInput): Generator<RowScanStep, void, void> {
  const signatures = hashes.map(() => sets.map(() => Number.POSITIVE_INFINITY))
  for (let row = 0; row < rows; row++) {
    const hashed = hashes.map((hash) => hash(row))
    sets.forEach((set, column) => {
      if (!set.has(row)) return
      hashed.forEach((value, i) => {
        signatures[i]![column] = Math.min(signatures[i]![column]!, value)
      })
    })
    yield { row, hashed, signatures: signatures.map((line) => [...line]) }
  }
}

/** The signatures after the last row: `[i][c]` is hash function i for column c, ∞ for an empty column. */
export function signaturesByRowScan(input: RowScanInput): readonly (readonly number[])[] {
  let last: readonly (readonly number[])[] = input.hashes.map(() =>
    input.sets.map(() => Number.POSITIVE_INFINITY),
  )
  for (const { signatures } of scanRows(input)) last = signatures
  return last
}
