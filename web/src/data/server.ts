import { computed, signal } from '@preact/signals'
import { ApiError } from '../../../src/client/api-error.js'
import { LikewiseClient } from '../../../src/client/client.js'
import { printable } from '../parts/format.js'

/** Whether this page came from a server. */
export const isServed = document.getElementById('served') !== null

const STORED = 'likewise-token'

/** Stored until the tab is closed, if the browser allows it. */
const token = signal(stored())

/** Whether the server has rejected the token, or a missing one. */
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
    // It lasts only as long as the page is open.
  }
}

/** Sends a request to the server. If it requires a token, the page asks for one. */
export async function callServer<Answer>(send: (client: LikewiseClient) => Promise<Answer>): Promise<Answer> {
  const asked = client.value
  try {
    return await send(asked)
  } catch (error) {
    // A late answer says nothing about a token that was entered meanwhile.
    if (error instanceof ApiError && error.status === 401 && asked === client.value) needsToken.value = true
    throw error
  }
}

/** Changes with the token, so that views send their requests again. */
export function session(): LikewiseClient {
  return client.value
}

/** The message for the reader about an error. The server may quote names and texts in it. */
export function problemOf(error: unknown): string {
  if (error instanceof ApiError) return printable(error.message)
  // What fetch throws if there is no answer.
  return error instanceof TypeError ? 'The server cannot be reached.' : printable(String(error))
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(STORED) ?? undefined
  } catch {
    return undefined
  }
}
