/** The characteristic matrix and the hash functions that stand for permutations of its rows. */
export interface RowScanInput {
  /** Rows are numbered 0 … rows − 1. */
  readonly rows: number
  /** Each column by the rows in which it has a 1. */
  readonly sets: readonly ReadonlySet<number>[]
  readonly hashes: readonly ((row: number) => number)[]
}

/** What the algorithm knows after a row. */
export interface RowScanStep {
  readonly row: number
  /** The value of each hash function for this row. */
  readonly hashed: readonly number[]
  /** `signatures[i][c]`: the least value of hash function i on the rows of column c so far, ∞ where there was none. */
  readonly signatures: readonly (readonly number[])[]
}

/**
 * The algorithm of Mining of Massive Datasets, 3.3.5, a row at a time so that each step can be watched: every hash function is
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

/** The signatures after the last row: `[i][c]` is hash function i of column c, ∞ for an empty column. */
export function signaturesByRowScan(input: RowScanInput): readonly (readonly number[])[] {
  let last: readonly (readonly number[])[] = input.hashes.map(() =>
    input.sets.map(() => Number.POSITIVE_INFINITY),
  )
  for (const { signatures } of scanRows(input)) last = signatures
  return last
}
