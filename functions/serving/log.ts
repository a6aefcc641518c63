/** Serving: the log. Silence is health: a line is written only when something deserves a look.
 * One JSON object a line, as Cloud Logging reads it: https://cloud.google.com/logging/docs/structured-logging */

/** WARNING: recovered by itself. ERROR: an operator must act. */
export type Severity = 'WARNING' | 'ERROR'

/** Writes one line. Never hand it a token, a header, a payload or a setting. */
export function logEntry(
  severity: Severity,
  message: string,
  facts: Readonly<Record<string, unknown>> = {},
): void {
  const { error, ...others } = facts
  const fields =
    error instanceof Error
      ? { error: error.message, stack: error.stack }
      : error === undefined
        ? {}
        : { error }
  process.stderr.write(`${JSON.stringify({ severity, message, ...others, ...fields })}\n`)
}
