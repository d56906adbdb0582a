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
  /** 95 % confidence interval of the F1 score, by resampling the marks. */
  readonly low: number
  readonly high: number
}

/** The threshold with the highest F1 score; the lowest if there are several. */
export function fitThreshold(marks: readonly Mark[]): FittedThreshold {
  const { threshold, f1 } = bestThreshold(marks)
  const random = new Random(1)
  const resampled = Array.from({ length: RESAMPLES }, () => {
    const again = marks.map(() => marks[Math.floor(random.unit() * marks.length)]!)
    return f1At(again, threshold)
  }).sort((x, y) => x - y)
  const at = (share: number) => resampled[Math.round(share * (RESAMPLES - 1))]!
  return { threshold, f1, low: at(0.025), high: at(0.975) }
}

function bestThreshold(marks: readonly Mark[]): { threshold: number; f1: number } {
  const thresholds = [...new Set(marks.map(({ similarity }) => similarity))].sort((x, y) => x - y)
  let best = { threshold: thresholds[0] ?? 1, f1: 0 }
  for (const threshold of thresholds) {
    const f1 = f1At(marks, threshold)
    if (f1 > best.f1) best = { threshold, f1 }
  }
  return best
}

function f1At(marks: readonly Mark[], threshold: number): number {
  let [right, wrong, missed] = [0, 0, 0]
  for (const { similarity, isDuplicate } of marks) {
    if (similarity >= threshold) isDuplicate ? right++ : wrong++
    else if (isDuplicate) missed++
  }
  return right === 0 ? 0 : (2 * right) / (2 * right + wrong + missed)
}
