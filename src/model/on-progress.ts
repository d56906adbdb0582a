/** Called from time to time during long work, with what is being done and how much of it is done. */
export type OnProgress = (stage: string, done: number, total: number) => void
