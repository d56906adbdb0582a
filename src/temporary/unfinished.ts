/** The extension of incomplete files of a run. In a module of its own, because workers need nothing else of those about leftovers. */
export const UNFINISHED = '.part'
