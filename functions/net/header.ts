/** Network: reads a header of a response. Pure, so that the declaration of a target imports no HTTP client. */
import type { HttpResponse } from './http.ts'

/** Returns the value of a header, or the first value if the header is repeated. */
export function header(response: HttpResponse, name: string): string | undefined {
  const value = response.headers[name]
  return Array.isArray(value) ? value[0] : value
}
