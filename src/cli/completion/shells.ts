/** The names of the shells for which there is a completion. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const
