/** Serving: the form of an entry in the list of errors. */
import type { StatusCode } from '../../schemas/status.ts'

/** One kind of error. Its key is the `reason` of the google.rpc.ErrorInfo in the response, and never changes. */
export interface CatalogueEntry {
  status: StatusCode
  /** HTTP status, if it differs from that of the code. */
  http?: number
  /** Message for the caller; `{name}` is a placeholder. */
  message: string
  /** The condition of the error, for the documentation. */
  when: string
  /** Headers of every response with this error. */
  headers?: Readonly<Record<string, string>>
  /** The service that defines the reason. Default: this one. */
  domain?: string
  metadata?: Readonly<Record<string, string>>
}
