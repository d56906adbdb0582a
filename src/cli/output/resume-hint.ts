/** Printed when a run that has a run directory is interrupted. */
export const RESUME_HINT = 'interrupted; run the same command with --resume to continue\n'
