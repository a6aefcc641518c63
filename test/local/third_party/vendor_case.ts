/** Third-party recorder: type of the vendor cases in this folder. */

/** Status, body and the relevant headers. */
export type Expected = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>]

/** Answers of one vendor, by behavior, to a request with three events, of which `partial` refuses the last. */
export interface VendorCase {
  vendor: string
  /** The vendor's page, from which the answers are written by hand. */
  docs: string
  url: string
  headers?: Readonly<Record<string, string>>
  body: unknown
  /** Expected number of events on the page. */
  events: number
  answers: Readonly<Record<'success' | 'partial' | 'throttle' | 'auth' | 'invalid', Expected>>
  /** If the vendor documents it; otherwise only the status 503 is checked. */
  down?: unknown
}

/** Ids of three events. */
export const ids = ['e-1', 'e-2', 'e-3'] as const
