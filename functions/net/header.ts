/** Google APIs and third parties: reads a header of an answer. Pure, so that what declares a target needs no HTTP client. */
import type { HttpResponse } from './http.ts'

/** Value of a header that may come once. */
export function header(response: HttpResponse, name: string): string | undefined {
  const value = response.headers[name]
  return Array.isArray(value) ? value[0] : value
}
