/// <reference types="node" />

/** Upper bounds of the histogram buckets, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

interface Times {
  readonly counts: number[]
  sum: number
  count: number
}

/** Prometheus metrics of the server. */
export class Metrics {
  readonly #requests = new Map<string, number>()
  readonly #times = new Map<string, Times>()
  readonly #started = Date.now()
  documentsAdded = 0

  /** @param operation one from the route table, never a client's input, so the number of series stays small */
  record(operation: string, status: number, seconds: number): void {
    const key = `operation="${operation}",status="${status}"`
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1)
    const times = this.#times.get(operation) ?? { counts: BOUNDS.map(() => 0), sum: 0, count: 0 }
    this.#times.set(operation, times)
    times.sum += seconds
    times.count++
    const slot = BOUNDS.findIndex((bound) => seconds <= bound)
    if (slot >= 0) times.counts[slot]!++
  }

  /** @param gauges current values */
  text(gauges: Readonly<Record<string, { readonly help: string; readonly value: number }>>): string {
    const lines = [
      ...head('likewise_requests_total', 'counter', 'Requests by operation and status'),
      ...Array.from(this.#requests, ([labels, count]) => `likewise_requests_total{${labels}} ${count}`),
      ...head('likewise_request_seconds', 'histogram', 'Seconds until an answer began'),
      ...Array.from(this.#times).flatMap(([operation, times]) => histogram(operation, times)),
      ...head('likewise_documents_added_total', 'counter', 'Documents stored since the start'),
      `likewise_documents_added_total ${this.documentsAdded}`,
      ...Object.entries(gauges).flatMap(([name, { help, value }]) => [
        ...head(`likewise_${name}`, 'gauge', help),
        `likewise_${name} ${value}`,
      ]),
      ...head('process_resident_memory_bytes', 'gauge', 'Memory of the process'),
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      ...head('process_start_time_seconds', 'gauge', 'When the server was started'),
      `process_start_time_seconds ${this.#started / 1000}`,
    ]
    return `${lines.join('\n')}\n`
  }
}

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function histogram(operation: string, { counts, sum, count }: Times): string[] {
  let below = 0
  const buckets = BOUNDS.map((bound, i) => {
    below += counts[i]!
    return `likewise_request_seconds_bucket{operation="${operation}",le="${bound}"} ${below}`
  })
  return [
    ...buckets,
    `likewise_request_seconds_bucket{operation="${operation}",le="+Inf"} ${count}`,
    `likewise_request_seconds_sum{operation="${operation}"} ${sum}`,
    `likewise_request_seconds_count{operation="${operation}"} ${count}`,
  ]
}
