/** The number of pairs of this many members of one side, or across two. */
export function pairsOf(own: number, others?: number): number {
  return others === undefined ? (own * (own - 1)) / 2 : own * others
}
