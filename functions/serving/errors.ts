/** Serving: makes the errors of the catalogue, as Google APIs make theirs. https://cloud.google.com/apis/design/errors */
import { badRequest, StatusError } from './answer.ts'
import { catalogue, type CatalogueEntry, type ErrorReason } from './error_catalogue.ts'

type ValueName<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueName<Rest>
  : never

/** The values that the message of an error has places for. */
type Values<Name extends ErrorReason> = Readonly<
  Record<ValueName<(typeof catalogue)[Name]['message']>, string | number>
>

interface FaultPlace {
  /** Part of the request that is at fault, for google.rpc.BadRequest. */
  field?: string
  headers?: Readonly<Record<string, string>>
}

/** Makes an error of the catalogue, to be thrown. Values are the caller's own words, never a token. */
export function fault<const Name extends ErrorReason>(
  reason: Name,
  values: Values<Name>,
  { field, headers }: FaultPlace = {},
): StatusError {
  const entry: CatalogueEntry = catalogue[reason]
  const told = values as Readonly<Record<string, string | number>>
  const message = entry.message.replace(/\{(\w+)\}/g, (place, name: string) => String(told[name] ?? place))
  const information = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: entry.domain ?? 'sluice',
    ...(entry.metadata && { metadata: entry.metadata }),
  }
  return new StatusError(entry.status, message, {
    details: [information, ...(field === undefined ? [] : [badRequest([{ field, description: message }])])],
    headers: { ...entry.headers, ...headers },
    ...(entry.http !== undefined && { http: entry.http }),
  })
}
