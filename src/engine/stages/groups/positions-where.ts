/** The positions whose group passes a test, ascending. */
export function positionsWhere(groupOf: Uint32Array, isWanted: (group: number) => boolean): Uint32Array {
  let wanted = 0
  for (let i = 0; i < groupOf.length; i++) if (isWanted(groupOf[i]!)) wanted++
  const positions = new Uint32Array(wanted)
  let end = 0
  for (let i = 0; i < groupOf.length; i++) if (isWanted(groupOf[i]!)) positions[end++] = i
  return positions
}
