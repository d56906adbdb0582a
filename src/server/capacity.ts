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

/** What amounts are taken from. */
export type Holder = Pick<Capacity, 'used' | 'take' | 'give'>

/** What a single request holds of a capacity. Everything is given back when it is closed, and nothing is taken after that. */
export class Holding implements Holder {
  readonly #capacity: Holder
  #own = 0
  #isClosed = false

  constructor(capacity: Holder) {
    this.#capacity = capacity
  }

  /** The amount that all requests hold. */
  get used(): number {
    return this.#capacity.used
  }

  take(amount: number): void {
    if (this.#isClosed) return
    this.#capacity.take(amount)
    this.#own += amount
  }

  give(amount: number): void {
    if (this.#isClosed) return
    this.#capacity.give(amount)
    this.#own -= amount
  }

  close(): void {
    this.give(this.#own)
    this.#isClosed = true
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
