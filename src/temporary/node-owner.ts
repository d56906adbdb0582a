/// <reference types="node" />
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { crc32 } from 'node:zlib'

// The name of a file says who created it, as machine, process and start time: 3f2a91bc-4711-88231. Process numbers are reused, and mean
// nothing on another machine or in another container that shares the folder, so only files of this machine are considered.

/** The pattern of such a mark. */
export const OWNER = '[0-9a-f]{8}-\\d+-\\d+'

let own: string | undefined

/** The mark of this process. */
export function ownMark(): string {
  own ??= `${machineName()}-${process.pid}-${startOf(process.pid) ?? 0}`
  return own
}

/** Whether a mark names a process of this machine, and of this container. */
export function isOfThisMachine(mark: string): boolean {
  return mark.startsWith(`${machineName()}-`)
}

/** Whether a mark names a process of this machine that has ended. */
export function isGone(mark: string): boolean {
  if (!isOfThisMachine(mark)) return false
  const [, pid, started] = mark.split('-') as [string, string, string]
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
  // The process is running, or another one has its number now. If the system does not say when it started, it counts as running.
  const now = startOf(Number(pid))
  return now !== undefined && started !== '0' && now !== started
}

/**
 * When a process started, in ticks since the system did; '-1' if it has ended but still has an entry; undefined if the system does not say.
 */
export function startOf(pid: number): string | undefined {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return state === 'Z' || state === 'X' ? '-1' : fields[18]
  } catch {
    return undefined
  }
}

/** The machine and the container, because each container has its own process numbers. As in python/likewise/_temporary.py. */
function machineName(): string {
  let processes = ''
  try {
    processes = readlinkSync('/proc/self/ns/pid')
  } catch {
    // The system has no such namespaces.
  }
  return crc32(`${hostname()} ${processes}`).toString(16).padStart(8, '0')
}
