/** Runs: what the form of a run calls. */
/** Sends the run request of a form. */
export type Submit = (request: Readonly<Record<string, unknown>>) => void
