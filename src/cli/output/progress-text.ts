import type { Progress } from '../../engine/engine.js'
import { bytes, count, counted, duration } from '../../model/quantities.js'

export const STAGES: Readonly<Record<Progress['stage'], string>> = {
  read: 'reading the inputs',
  sketch: 'reading and sketching',
  band: 'finding candidates',
  sets: 'rereading candidates',
  join: 'joining',
  verify: 'verifying candidates',
  cluster: 'clustering',
  audit: 'auditing',
  write: 'writing',
}

/** How far a stage is; what is unknown is omitted. */
export interface StageProgress {
  /** The completed share, from 0 to 1. */
  readonly share?: number
  /** The number of units done. */
  readonly done?: number
  /** The number of units in all. */
  readonly total?: number
  /** What is counted, such as `document`. */
  readonly unit?: string
  /** Bytes read so far. */
  readonly bytes?: number
}

/** A rate is shown after this many seconds: before, it says little. */
const RATE_AFTER = 1

/** `comparing  42 %  1,200 of 2,857 pairs  100/s  17 s left` */
export function stageText(stage: string, progress: StageProgress, seconds: number): string {
  const { done = 0, total, unit, bytes: read = 0 } = progress
  const share = progress.share ?? (total && unit !== undefined ? done / total : undefined)
  const rates = [
    ...(unit === undefined ? [] : rateText(done, seconds, (rate) => count(rate))),
    ...rateText(read, seconds, bytes),
  ]
  const parts = [
    ...(share === undefined || share === 0 ? [] : [percentText(share)]),
    ...countText(progress, share),
    ...(rates.length === 0 ? [] : [` ${rates.join(', ')}`]),
    ...timeLeft(share, seconds),
  ]
  return parts.length === 0 ? stage : [stage.padEnd(21), ...parts].join(' ')
}

/** A stage of the engine. Only reading goes through the documents one by one; the other stages are measured in parts of their work. */
export function progressText({ stage, done, total, documents }: Progress, seconds: number): string {
  const share = total === 0 ? {} : { share: done / total }
  const unit = 'document'
  if (stage === 'read' || stage === 'write') return stageText(STAGES[stage], { done, total, unit }, seconds)
  if (stage === 'sketch')
    return stageText(STAGES[stage], { ...share, done: documents, unit, bytes: done }, seconds)
  return stageText(STAGES[stage], { ...share, total: documents, unit }, seconds)
}

function countText({ done = 0, total, unit }: StageProgress, share: number | undefined): string[] {
  if (unit === undefined) return []
  if (total === undefined || total === 0) return done === 0 ? [] : [` ${counted(done, unit)}`]
  if (done === 0)
    return [share === undefined || share === 0 ? ` ${counted(total, unit)}` : `of ${counted(total, unit)}`]
  return [` ${count(done)} of ${counted(total, unit)}`]
}

function rateText(done: number, seconds: number, text: (rate: number) => string): string[] {
  return seconds >= RATE_AFTER && done / seconds >= 0.5 ? [`${text(done / seconds)}/s`] : []
}

function percentText(share: number): string {
  return `${Math.floor(share * 100)} %`.padStart(5)
}

function timeLeft(share: number | undefined, seconds: number): string[] {
  return seconds >= RATE_AFTER && share !== undefined && share > 0 && share < 1
    ? [` ${duration((seconds * (1 - share)) / share)} left`]
    : []
}
