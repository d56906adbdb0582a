import type { TextSpan } from './tokens.js'

/** A part of a text throughout which the same spans apply. */
export interface TextPiece extends TextSpan {
  /** The first passage that contains it; −1: none. */
  readonly passage: number
  readonly isOnly: boolean
  readonly isBoilerplate: boolean
}

export interface TextSpans {
  readonly passages: readonly TextSpan[]
  readonly only: readonly TextSpan[]
  readonly boilerplate: readonly TextSpan[]
}

/** Divides a text of this length where its spans begin and end. The time grows with the number of spans, not with its square. */
export function textPieces(length: number, { passages, only, boilerplate }: TextSpans): TextPiece[] {
  const edges = new Set([0, length])
  for (const spans of [passages, only, boilerplate])
    for (const { start, end } of spans) edges.add(start).add(end)
  const cuts = [...edges].sort((x, y) => x - y)
  const passageAt = new Coverage(passages)
  const onlyAt = new Coverage(only)
  const boilerplateAt = new Coverage(boilerplate)
  return cuts.slice(0, -1).map((start, i) => ({
    start,
    end: cuts[i + 1]!,
    passage: passageAt.first(start),
    isOnly: onlyAt.first(start) >= 0,
    isBoilerplate: boilerplateAt.first(start) >= 0,
  }))
}

/** Which spans contain a position, for ascending positions. */
class Coverage {
  readonly #spans: readonly { readonly start: number; readonly end: number; readonly number: number }[]
  /** Those that have begun and not ended yet. */
  #open: { readonly end: number; readonly number: number }[] = []
  #next = 0

  constructor(spans: readonly TextSpan[]) {
    this.#spans = spans
      .map(({ start, end }, number) => ({ start, end, number }))
      .filter(({ start, end }) => start < end)
      .sort((one, other) => one.start - other.start)
  }

  /** The lowest number of a span that contains the position; −1: none. */
  first(position: number): number {
    while (this.#next < this.#spans.length && this.#spans[this.#next]!.start <= position)
      this.#open.push(this.#spans[this.#next++]!)
    // Passages overlap only a little, so few are open at a time.
    if (this.#open.length > 0) this.#open = this.#open.filter(({ end }) => end > position)
    return this.#open.reduce((low, { number }) => (low < 0 || number < low ? number : low), -1)
  }
}
