/// <reference types="node" />
import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Returns a check of `Authorization` headers that takes the same time for every wrong token, whatever its length. */
export function tokenTest(token: string): (header: string | null) => boolean {
  const expected = digest(token)
  return (header) => {
    const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(given), expected)
  }
}

/** Whether a host name refers to this machine only. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/**
 * Whether a request to a loopback address was meant for it. A web page can make its own host name resolve to this machine, and its
 * scripts could then read every response; but the browser still sends that name.
 */
export function isForLoopback(header: string | null): boolean {
  return isLoopback((header ?? '').replace(/:\d+$/, ''))
}
