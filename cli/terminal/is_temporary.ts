/** Command line: tells errors that a later attempt may not meet. */
import { explainError } from './explain_error.ts'

const temporary: ReadonlySet<string | undefined> = new Set([
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'INTERNAL',
  'UNKNOWN',
])

export function isTemporary(error: unknown): boolean {
  return temporary.has(explainError(error)?.status)
}
