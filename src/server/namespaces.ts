import type { Store } from '../store/store.js'

const MAX_OPEN = 1000

/** The namespaces of a store. Those in use stay open, because the first write after opening one has to list it again. */
export class Namespaces {
  readonly #store: Store
  readonly #open = new Map<string, Store>()

  constructor(store: Store) {
    this.#store = store
  }

  of(name = ''): Store {
    const store = this.#open.get(name) ?? this.#store.namespace(name)
    this.#open.delete(name)
    this.#open.set(name, store)
    const [oldest] = this.#open.keys()
    if (this.#open.size > MAX_OPEN) this.#open.delete(oldest!)
    return store
  }
}
