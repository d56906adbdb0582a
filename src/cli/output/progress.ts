/// <reference types="node" />
import type { Progress } from '../../engine/local/local-engine.js'
import { bytes, count, duration } from '../../model/quantities.js'
import { harmless } from '../harmless.js'
import type { Printer } from '../terminal.js'

const STAGES: Readonly<Record<Progress['stage'], string>> = {
  sketch: 'reading and sketching',
  band: 'grouping bands',
  sets: 'reading candidates again',
  verify: 'verifying candidates',
  cluster: 'gathering clusters',
  audit: 'auditing',
}

const PAUSE_MS = 100
const CLEAR = '\r\x1b[K'

/** One line on stderr, rewritten in place; on anything but a terminal it stays silent. */
export class ProgressLine {
  readonly #printer: Printer
  readonly #silent: boolean
  readonly #now: () => number
  #stage: string | undefined
  #began = 0
  #printed = Number.NEGATIVE_INFINITY
  #visible = false

  constructor(printer: Printer, quiet: boolean, now: () => number = () => performance.now()) {
    this.#printer = printer
    this.#silent = quiet || !printer.isTerminal
    this.#now = now
  }

  readonly show = (progress: Progress): void => {
    if (this.#silent) return
    const now = this.#now()
    if (progress.stage !== this.#stage) {
      this.#stage = progress.stage
      this.#began = now
      this.#printed = Number.NEGATIVE_INFINITY
    }
    if (now - this.#printed < PAUSE_MS) return
    this.#printed = now
    this.#rewrite(progressText(progress, (now - this.#began) / 1000))
  }

  /** A step that has no measure. */
  step(text: string): void {
    if (!this.#silent) this.#rewrite(text)
  }

  clear(): void {
    if (this.#visible) this.#printer.control(CLEAR)
    this.#visible = false
  }

  #rewrite(text: string): void {
    this.#visible = true
    const line = harmless(text).replaceAll('\n', ' ')
    this.#printer.control(`${CLEAR}${line.slice(0, Math.max(20, this.#printer.columns - 1))}`)
  }
}

/** `verifying candidates  42 %  120,000 a second, 12 s left` */
export function progressText({ stage, done, total, documents }: Progress, seconds: number): string {
  const share = total === 0 ? 0 : done / total
  const parts = [STAGES[stage].padEnd(21), `${Math.floor(share * 100)} %`.padStart(5)]
  if (stage === 'sketch') {
    parts.push(` ${count(documents)} documents`)
    if (seconds > 0 && done > 0) {
      parts.push(` ${count(documents / seconds)} a second, ${bytes(done / seconds)} a second`)
    }
  } else if (stage !== 'band' && seconds > 0 && done > 0) {
    parts.push(` ${count(done / seconds)} a second`)
  }
  if (seconds >= 1 && share > 0 && share < 1) {
    parts.push(` ${duration((seconds * (1 - share)) / share)} left`)
  }
  return parts.join(' ')
}
