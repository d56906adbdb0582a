/// <reference types="node" />

/** The resources used by the whole process so far; part of every report. */
export interface ProcessCost {
  readonly seconds: number
  readonly peakMemoryBytes: number
}

export function processCost(): ProcessCost {
  return {
    seconds: Math.round(performance.now()) / 1000,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  }
}
