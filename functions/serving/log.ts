/** Serving: logs only what needs attention, one JSON object per line in the format of Cloud Logging:
 * https://cloud.google.com/logging/docs/structured-logging */

/** WARNING: recovers without an operator. ERROR: an operator must act. */
type Severity = 'WARNING' | 'ERROR'

/** Writes one line. Callers never pass a token, a header, a payload or a setting. */
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
