/** Event bus: adds the name of an event type to Pub/Sub's error for a topic that does not exist. Pure. */
import type { ErrorBody } from '../../schemas/status.ts'
import type { HandlerResponse } from '../serving/answer.ts'

/** Returns the error with a did-you-mean at the end of its message; the same error without a name. Only for callers who may know the name. */
export function withSuggestion(answer: HandlerResponse, name: string | undefined): HandlerResponse {
  if (name === undefined) return answer
  const { error, ...more } = JSON.parse(String(answer.body)) as ErrorBody
  const message = `${error.message} Did you mean "${name}"?`
  return { ...answer, body: `${JSON.stringify({ ...more, error: { ...error, message } }, null, 2)}\n` }
}
