/** Called now and then while something works: what is being done, and how much of it is done. */
export type OnProgress = (stage: string, done: number, total: number) => void
