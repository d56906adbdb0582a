/// <reference types="node" />
import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

// Who made a file is written in its name, as place, process and start: 3f2a91bc-4711-88231. Numbers of processes are used again,
// and mean nothing on another machine or in another container that shares the folder: only files of one's own place are judged.

/** What a mark looks like in a name. */
export const OWNER = '[0-9a-f]{8}-\\d+-\\d+'

let own: string | undefined

/** The mark of this process. */
export function ownMark(): string {
  own ??= `${machineName()}-${process.pid}-${startOf(process.pid) ?? 0}`
  return own
}

/** Whether the process that a mark names lived here and is gone. */
export function isGone(mark: string): boolean {
  const [where, pid, started] = mark.split('-') as [string, string, string]
  if (where !== machineName()) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
  // Alive, or another process that has its number now; where the system does not tell, it counts as alive.
  const now = startOf(Number(pid))
  return now !== undefined && started !== '0' && now !== started
}

/** When a process began, in ticks since the system did; undefined where the system does not tell, or for one that is dead. */
export function startOf(pid: number): string | undefined {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return state === 'Z' || state === 'X' ? '-1' : fields[18]
  } catch {
    return undefined
  }
}

/** The machine, and the container where numbers of processes are counted anew. */
function machineName(): string {
  let processes = ''
  try {
    processes = readlinkSync('/proc/self/ns/pid')
  } catch {
    // There are no containers of this kind.
  }
  return createHash('sha256').update(`${hostname()} ${processes}`).digest('hex').slice(0, 8)
}
