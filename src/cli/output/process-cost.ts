/// <reference types="node" />
import { readFileSync } from 'node:fs'

/** The resources used by the whole process so far; part of every report. */
export interface ProcessCost {
  readonly seconds: number
  readonly peakMemoryBytes: number
}

export function processCost(): ProcessCost {
  return {
    seconds: Math.round(performance.now()) / 1000,
    peakMemoryBytes: 1024 * (peakOnLinux() ?? process.resourceUsage().maxRSS),
  }
}

/** In kilobytes. On Linux, `maxRSS` is at least what the parent process used when it started this one. */
function peakOnLinux(): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))
    return peak === null ? undefined : Number(peak[1])
  } catch {
    return undefined
  }
}
