/** Serving: answers requests whose method a path does not have. */
import { noContent, type HandlerResponse } from './answer.ts'
import { fault } from './errors.ts'

/** Returns undefined for the allowed method, which includes HEAD if it is GET, and the answer to OPTIONS. Throws for any other. */
export function answerOtherMethod(method: string, allowed: 'GET' | 'POST'): HandlerResponse | undefined {
  if (method === allowed || (method === 'HEAD' && allowed === 'GET')) return undefined
  const headers = { allow: allowed }
  if (method === 'OPTIONS') return { ...noContent, headers }
  throw fault('METHOD_NOT_ALLOWED', { method, allowed }, { headers })
}
