/// <reference types="node" />
import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** A test of `Authorization` headers that takes as long for any wrong token of whatever length. */
export function tokenTest(token: string): (header: string | null) => boolean {
  const expected = digest(token)
  return (header) => {
    const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(given), expected)
  }
}

/** Whether a name means this machine only. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/**
 * Whether a request that came to a loopback address was meant for it. A web page can make its own name lead to this machine, and
 * then its scripts may read every answer; but the browser still sends that name.
 */
export function isForLoopback(header: string | null): boolean {
  return isLoopback((header ?? '').replace(/:\d+$/, ''))
}
