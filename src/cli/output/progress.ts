/// <reference types="node" />
import type { Progress } from '../../engine/engine.js'
import { duration } from '../../model/quantities.js'
import { escapeControls } from '../../write/escape-controls.js'
import type { Printer } from '../terminal.js'
import { progressText, STAGES, type StageProgress, stageText } from './progress-text.js'

/** How progress is shown: `auto` is a bar on a terminal and plain lines elsewhere. */
export const PROGRESS_MODES = ['auto', 'bar', 'plain', 'none'] as const
export type ProgressMode = (typeof PROGRESS_MODES)[number]

/** A clock, and the intervals between updates; tests use their own. */
interface ProgressClock {
  readonly now: () => number
  /** The minimum time between updates of the bar, and between plain lines. */
  readonly barMs: number
  readonly plainMs: number
}

interface ProgressOptions {
  readonly clock?: ProgressClock
  /** Called with each update, a few times per second at most. It can end the run by throwing. */
  readonly watch?: (() => void) | undefined
}

const CLOCK: ProgressClock = { now: () => performance.now(), barMs: 100, plainMs: 10_000 }

/** How many times the clock is checked between two plain lines. */
const CHECKS_PER_LINE = 10

const CLEAR = '\r\x1b[K'

/**
 * Shows the progress of a command on stderr: as one line that is rewritten in place, or as a plain line every ten seconds, so that
 * shorter runs print none.
 */
export class ProgressLine {
  readonly #printer: Printer
  readonly #mode: Exclude<ProgressMode, 'auto'>
  readonly #clock: ProgressClock
  readonly #timer: NodeJS.Timeout | undefined
  readonly #watch: (() => void) | undefined
  readonly #started: number
  #stage: string | undefined
  #began = 0
  #printed: number
  #watched = Number.NEGATIVE_INFINITY
  #visible = false
  /** The text to show, given the seconds since the stage began. */
  #text: (seconds: number) => string = () => ''

  constructor(printer: Printer, mode: ProgressMode, { clock = CLOCK, watch }: ProgressOptions = {}) {
    this.#printer = printer
    this.#watch = watch
    this.#mode = mode === 'auto' ? (printer.isTerminal ? 'bar' : 'plain') : mode
    this.#clock = clock
    this.#started = clock.now()
    this.#printed = this.#mode === 'plain' ? this.#started : Number.NEGATIVE_INFINITY
    // Work on this thread reports progress itself; while it waits for others, the timer does. The timer fires more often than it prints:
    // it can be early, and would then skip every other line.
    if (this.#mode === 'plain') {
      this.#timer = setInterval(() => this.#refresh(), clock.plainMs / CHECKS_PER_LINE).unref()
    }
  }

  /** Shows a stage of the local engine. */
  readonly show = (progress: Progress): void => {
    this.#update(STAGES[progress.stage], (seconds) => progressText(progress, seconds))
  }

  /** Shows a stage and whatever is known about how far it is. */
  stage(stage: string, progress: StageProgress): void {
    this.#update(stage, (seconds) => stageText(stage, progress, seconds))
  }

  /**
   * Shows a stage whose completed share is known.
   *
   * @param unit what is counted; undefined if the numbers mean nothing to a user
   */
  share(stage: string, done: number, total: number, unit?: string): void {
    this.stage(stage, unit === undefined ? { share: done / total } : { done, total, unit })
  }

  /** Shows a stage of unknown length that has done this much. */
  count(stage: string, done: number, unit: string): void {
    this.stage(stage, { done, unit })
  }

  /** Shows a stage about which nothing is known. */
  step(stage: string): void {
    this.stage(stage, {})
  }

  clear(): void {
    if (this.#visible) this.#printer.control(CLEAR)
    this.#visible = false
  }

  /** Stops showing progress. */
  end(): void {
    clearInterval(this.#timer)
    this.clear()
  }

  #update(stage: string, text: (seconds: number) => string): void {
    const time = this.#clock.now()
    if (time - this.#watched >= this.#clock.barMs) {
      this.#watched = time
      this.#watch?.()
    }
    if (this.#mode === 'none') return
    this.#text = text
    if (stage !== this.#stage) {
      this.#stage = stage
      this.#began = time
      if (this.#mode === 'bar') this.#printed = Number.NEGATIVE_INFINITY
    }
    this.#refresh()
  }

  /** Prints if enough time has passed. */
  #refresh(): void {
    const { now, barMs, plainMs } = this.#clock
    const time = now()
    if (this.#stage === undefined || time - this.#printed < (this.#mode === 'bar' ? barMs : plainMs)) return
    this.#printed = time
    const text = this.#text((time - this.#began) / 1000)
    if (this.#mode === 'plain') {
      this.#printer.print(
        `likewise: ${duration((time - this.#started) / 1000)}: ${text.replace(/ +/g, ' ')}\n`,
      )
      return
    }
    this.#visible = true
    const line = escapeControls(text).replaceAll('\n', ' ')
    this.#printer.control(`${CLEAR}${line.slice(0, Math.max(20, this.#printer.columns - 1))}`)
  }
}
