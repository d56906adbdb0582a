import { Fault, tooManyRequests } from './fault.js'

/** What can be held at a time: requests, or bytes. Whoever finds none left is refused at once and may come again. */
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

  /** Takes some, or throws. */
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
