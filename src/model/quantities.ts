// Formats numbers for people.

/** `1,234,567` */
export function count(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `1 pair`, `2 pairs` */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${Math.round(value) === 1 ? one : many}`
}

/** `0.4 s`, `12 s`, `3 min 05 s`, `2 h 03 min` */
export function duration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** `512 B`, `1.5 MB`: powers of 1000. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 9.95 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** `95.3 %`, never 100 % for less than all and never 0 % for more than nothing. */
export function percent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100} %`
  const rounded = Math.min(99.9, Math.max(0.1, share * 100))
  return `${rounded.toFixed(1)} %`
}
