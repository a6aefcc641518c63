/** Target layer: what the targets of LinkedIn share: its version, headers and responses. A batch of events is refused whole for an invalid one,
 * which the response names; a batch of members has a result for each. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, acceptedExcept, rejectedBecauseOf } from './answer.ts'
import { byVendorCode } from './stated.ts'
import type { Attempt, LinkedEvent } from './target.ts'

/** The setting `api_version`. */
export const LinkedInVersion = Type.Optional(
  Type.String({
    pattern: '^20[0-9]{2}(0[1-9]|1[0-2])$',
    description:
      'Version of the API, as year and month. Default: 202604. LinkedIn supports a version for a year.',
    examples: ['202604'],
  }),
)

/** Returns the headers of a batch. */
export function linkedInHeaders(authorization: string, version = '202604'): Readonly<Record<string, string>> {
  return {
    authorization,
    'content-type': 'application/json',
    'linkedin-version': version,
    'x-restli-protocol-version': '2.0.0',
    'x-restli-method': 'BATCH_CREATE',
  }
}

interface ResponseBody {
  message: string
  code: string
  serviceErrorCode: number
  elements: readonly { status?: number; error?: { message?: string } }[]
}

/** Parses lines such as `Index: 3, ERROR :: /conversionHappenedAt :: must be …`. */
function faultsIn(message: string): ReadonlyMap<number, string> {
  return new Map(
    [...message.matchAll(/Index: (\d+), (ERROR :: [^\n]*)/g)].map(([, index, error]) => [
      Number(index),
      error!,
    ]),
  )
}

/** HTTP status of LinkedIn → the status that it corresponds to. */
type Meanings = Readonly<Record<number, number>>

/** 423: the account is being changed; 426: LinkedIn no longer supports the API version in the settings. */
const common: Meanings = { 423: 503, 426: 401 }

interface Failed {
  index: number
  status: number
  message: string
}

/** Classifies elements by their own status, because some are temporary errors. */
function byElement(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  failed: readonly Failed[],
  meanings: Meanings,
): readonly Attempt[] {
  const attempts = [
    ...acceptedExcept(response, events, new Map(failed.map(({ index, message }) => [index, message]))),
  ]
  for (const { index, status, message } of failed) {
    const event = events[index]
    const code = { status: meanings[status] ?? status, message }
    const [attempt] = event ? byVendorCode({ ...response, status }, [event], code) : []
    if (attempt?.outcome.outcome === 'deferred') attempts[index] = attempt
  }
  return attempts
}

/** Classifies a response of a batch, of events or of members. `own`: what further statuses mean there. */
export function classifyLinkedIn(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  own: Meanings = {},
): readonly Attempt[] {
  const meanings = { ...common, ...own }
  const { message = '', code, elements } = bodyOf<ResponseBody>(response) ?? {}
  const failed = (elements ?? []).flatMap(({ status = 0, error }, index) =>
    status >= 400 ? [{ index, status, message: error?.message ?? String(status) }] : [],
  )
  if (response.status < 300 && failed.length > 0) return byElement(response, events, failed, meanings)
  if (response.status === 422 || response.status === 400) {
    const faults = faultsIn(message)
    if (faults.size > 0) return rejectedBecauseOf(response, events, faults)
  }
  return byVendorCode(response, events, {
    status: meanings[response.status] ?? response.status,
    message: [code, message].filter(Boolean).join(': '),
  })
}
