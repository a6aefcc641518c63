/** Third parties: the form of the cases of vendors, in this folder. */

/** Status, body and, as far as they matter, headers. */
export type Expected = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>]

/** What one vendor answers to a request with three events, of which `partial` refuses the last, in each behavior. */
export interface VendorCase {
  vendor: string
  /** The vendor's page that the answers are written from, by hand. */
  docs: string
  url: string
  headers?: Readonly<Record<string, string>>
  body: unknown
  /** How many events the page shall count. */
  events: number
  answers: Readonly<Record<'success' | 'partial' | 'throttle' | 'auth' | 'invalid', Expected>>
  /** Where its own words are known; else only the status counts, which is 503. */
  down?: unknown
}

/** Ids of three events. */
export const ids = ['e-1', 'e-2', 'e-3'] as const
