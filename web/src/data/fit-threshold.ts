import { Random } from '../../../src/hash/random.js'

const RESAMPLES = 1000

/** A pair that the reader has judged. */
export interface Mark {
  readonly similarity: number
  readonly isDuplicate: boolean
}

/** The threshold that agrees best with the marks. */
interface FittedThreshold {
  readonly threshold: number
  readonly f1: number
  /** 95 % confidence interval of the F1 score on other pairs, by resampling the marks. */
  readonly low: number
  readonly high: number
}

/** The threshold with the highest F1 score; the lowest if there are several. */
export function fitThreshold(marks: readonly Mark[]): FittedThreshold {
  const { threshold, f1 } = bestThreshold(marks)
  const random = new Random(1)
  const resample = () => marks.map(() => marks[Math.floor(random.unit() * marks.length)]!)
  // A threshold fits the marks by which it was chosen better than others, so it is scored on another resample.
  const scores = Array.from({ length: RESAMPLES }, () => {
    const chosen = bestThreshold(resample()).threshold
    return f1At(resample(), chosen)
  }).sort((x, y) => x - y)
  const at = (share: number) => scores[Math.round(share * (RESAMPLES - 1))]!
  return { threshold, f1, low: Math.min(f1, at(0.025)), high: Math.max(f1, at(0.975)) }
}

function bestThreshold(marks: readonly Mark[]): { threshold: number; f1: number } {
  const descending = [...marks].sort((x, y) => y.similarity - x.similarity)
  const duplicates = marks.filter(({ isDuplicate }) => isDuplicate).length
  let best = { threshold: descending.at(-1)?.similarity ?? 1, f1: 0 }
  let right = 0
  descending.forEach(({ similarity, isDuplicate }, i) => {
    if (isDuplicate) right++
    if (descending[i + 1]?.similarity === similarity) return
    const f1 = f1Of(right, i + 1 - right, duplicates - right)
    if (right > 0 && f1 >= best.f1) best = { threshold: similarity, f1 }
  })
  return best
}

function f1At(marks: readonly Mark[], threshold: number): number {
  let [right, wrong, missed] = [0, 0, 0]
  for (const { similarity, isDuplicate } of marks) {
    if (similarity >= threshold) isDuplicate ? right++ : wrong++
    else if (isDuplicate) missed++
  }
  return f1Of(right, wrong, missed)
}

function f1Of(right: number, wrong: number, missed: number): number {
  return right === 0 ? 0 : (2 * right) / (2 * right + wrong + missed)
}
