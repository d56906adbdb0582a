/** Documents in JSON Lines that are all similar to each other: a search takes much longer than a page needs to show its progress. */
export function slowToSearch(): string {
  let state = 1
  const below = (limit: number) => {
    state = (state * 48271) % 2147483647
    return state % limit
  }
  const word = (_: unknown, i: number) => (below(16) === 0 ? `w${below(5000)}` : `c${i}`)
  const rows = Array.from({ length: 10_000 }, (_, id) => ({
    id,
    text: Array.from({ length: 60 }, word).join(' '),
  }))
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
