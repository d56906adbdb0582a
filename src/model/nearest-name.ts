/** The known name that is most similar to the given one, if at most half of its letters differ. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let min = Math.max(2, Math.ceil(given.length / 2)) + 1
  for (const name of known) {
    const distance = letterEdits(given.slice(0, 100), name)
    if (distance < min) [best, min] = [name, distance]
  }
  return best
}

/** The number of letters to insert and delete. Names are short, and this room cannot import `editDistance`. */
function letterEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next.push(a[i - 1] === b[j - 1] ? row[j - 1]! : 1 + Math.min(row[j]!, next[j - 1]!))
    }
    row = next
  }
  return row[b.length]!
}
