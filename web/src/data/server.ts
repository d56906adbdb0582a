import { computed, signal } from '@preact/signals'
import { ApiError } from '../../../src/client/api-error.js'
import { LikewiseClient } from '../../../src/client/client.js'

/** Whether a server handed this page out. */
export const isServed = document.getElementById('served') !== null

const STORED = 'likewise-token'

/** Kept until the tab is closed, where the browser allows that. */
const token = signal(stored())

/** Whether the server has refused the token, or that there was none. */
export const needsToken = signal(false)

const client = computed(
  () =>
    new LikewiseClient(
      new URL('.', location.href).href,
      token.value === undefined ? { retries: 0 } : { token: token.value, retries: 0 },
    ),
)

export function setToken(value: string): void {
  token.value = value
  needsToken.value = false
  try {
    sessionStorage.setItem(STORED, value)
  } catch {
    // It lasts as long as the page is open.
  }
}

/** Asks the server. Where it wants a token, the page asks for one. */
export async function ask<Answer>(question: (client: LikewiseClient) => Promise<Answer>): Promise<Answer> {
  try {
    return await question(client.value)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) needsToken.value = true
    throw error
  }
}

/** Changes with the token, so that views ask again. */
export function session(): LikewiseClient {
  return client.value
}

/** What to tell the reader about an error. */
export function problemOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'The server cannot be reached.'
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(STORED) ?? undefined
  } catch {
    return undefined
  }
}
