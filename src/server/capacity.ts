import { Fault, tooManyRequests } from './fault.js'

/** A limit on what can be held at a time: requests or bytes. When it is exhausted, requests are refused at once and can be retried. */
export class Capacity {
  readonly #limit: number
  readonly #refuse: (limit: number) => Fault
  #used = 0

  constructor(limit: number, refuse: (limit: number) => Fault) {
    this.#limit = limit
    this.#refuse = refuse
  }

  get used(): number {
    return this.#used
  }

  /** Reserves an amount, or throws. */
  take(amount: number): void {
    if (this.#used + amount > this.#limit) throw this.#refuse(this.#limit)
    this.#used += amount
  }

  give(amount: number): void {
    this.#used -= amount
  }
}

export function requestCapacity(limit: number): Capacity {
  return new Capacity(limit, tooManyRequests)
}

export function byteCapacity(limit: number): Capacity {
  return new Capacity(
    limit,
    () =>
      new Fault(503, 'busy', 'the server has reached its limit for request data', 'try again later', {
        closes: true,
        retryAfter: 1,
      }),
  )
}
