/** Serving: creates the errors of the catalogue, in the format of Google APIs. https://cloud.google.com/apis/design/errors */
import { badRequest, StatusError } from './answer.ts'
import type { CatalogueEntry } from './catalogue_entry.ts'
import { catalogue, type ErrorReason } from './error_catalogue.ts'

type ValueName<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueName<Rest>
  : never

/** The values of the placeholders in an error's message. */
type Values<Name extends ErrorReason> = Readonly<
  Record<ValueName<(typeof catalogue)[Name]['message']>, string | number>
>

interface ErrorContext {
  /** The part of the request that is invalid, for google.rpc.BadRequest. */
  field?: string
  headers?: Readonly<Record<string, string>>
}

/** Creates an error of the catalogue, to be thrown. Values may repeat parts of the request, but never a token. */
export function fault<const Name extends ErrorReason>(
  reason: Name,
  values: Values<Name>,
  { field, headers }: ErrorContext = {},
): StatusError {
  const entry: CatalogueEntry = catalogue[reason]
  const byName = values as Readonly<Record<string, string | number>>
  const message = entry.message.replace(/\{(\w+)\}/g, (whole, name: string) => String(byName[name] ?? whole))
  const errorInfo = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: entry.domain ?? 'sluice',
    ...(entry.metadata && { metadata: entry.metadata }),
  }
  return new StatusError(entry.status, message, {
    details: [errorInfo, ...(field === undefined ? [] : [badRequest([{ field, description: message }])])],
    headers: { ...entry.headers, ...headers },
    ...(entry.http !== undefined && { http: entry.http }),
  })
}
