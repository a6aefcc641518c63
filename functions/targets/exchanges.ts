/** Target layer: what a target exchanges with its vendor besides events: access tokens, and what became of a request. */
import type { Static, TObject } from 'typebox'
import type { HttpRequest, HttpResponse } from '../net/http.ts'

/** How to get the access tokens of a vendor. */
export interface AccessTokens<Settings extends TObject = TObject> {
  /** URL of the vendor's documentation. */
  docs: string
  /** True if each exchange returns a new refresh token, which must be used from then on. Default: the refresh token of the settings is used until it
   * ends. */
  rolls?: true
  /** The request for a token. Undefined if these settings have one already. */
  request(settings: Static<Settings>): HttpRequest | undefined
}

/** What became of a request that the vendor has accepted. */
export interface ReceiptStatus {
  state: 'processing' | 'done' | 'partial' | 'failed'
  /** Number of records in the request. */
  records?: number
  /** Number of records that the vendor could not use. */
  rejected?: number
  /** Words of the vendor that have no personal data: constants such as a range of the match rate. */
  notes?: readonly string[]
}

/** How to ask a vendor that decides later about a request. */
export interface Receipts<Settings extends TObject = TObject> {
  /** URL of the vendor's documentation. */
  docs: string
  request(receipt: string, settings: Static<Settings>, context: { authorization: string }): HttpRequest
  /** Undefined if the response has no status. */
  read(response: HttpResponse): ReceiptStatus | undefined
}
