const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/**
 * A duration in milliseconds, or NaN.
 *
 * @example parseDuration('1.5h') // 5,400,000
 */
export function parseDuration(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d|w)$/.exec(text.trim()) ?? []
  return Number(number) * (UNITS[unit ?? ''] ?? Number.NaN)
}
