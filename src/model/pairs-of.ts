/** The number of pairs of this many members, either of one side or across two sides. */
export function pairsOf(own: number, others?: number): number {
  return others === undefined ? (own * (own - 1)) / 2 : own * others
}
