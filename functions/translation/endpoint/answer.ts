/** Translation layer: builds the response: 200 if all events were accepted, 207 for some, 400 or the status of the error for none. Pure. */
import { errorAnswer, StatusError, type HandlerResponse } from '../../serving/answer.ts'
import { refusal } from './refusal.ts'
import type { BodyResult } from './translate_body.ts'

export function answerOf(translation: string, { results, error: cause }: BodyResult): HandlerResponse {
  const { records, accepted, refused, leftOut } = results
  const error = cause instanceof StatusError ? errorAnswer(cause) : (cause ?? errorOfResults(results))
  // Without a single result, the error itself is the response, such as a missing role or an unreadable body.
  if (error && accepted === 0 && refused === 0) return error
  const { results: listed, notListed } = results.list()
  const body = {
    translation,
    records,
    accepted,
    refused,
    ...(leftOut > 0 && { leftOut }),
    ...(notListed > 0 && { notListed }),
    ...(error && (accepted === 0 || cause) && (parsed(error.body) as object)),
    results: listed,
  }
  const status = accepted === 0 ? (error?.status ?? 200) : error ? 207 : 200
  return {
    status,
    headers: { ...error?.headers, 'content-type': 'application/json; charset=UTF-8' },
    body: `${JSON.stringify(body)}\n`,
  }
}

/** Returns the error for a body that was read completely, if a record was refused or there is none. */
function errorOfResults({ records, accepted, refused }: BodyResult['results']): HandlerResponse | undefined {
  if (records === 0) return errorAnswer(refusal('RECORDS_MISSING', 'The body has no records.', 'body'))
  if (refused === 0) return undefined
  const message = accepted === 0 ? 'All records were refused' : `${refused} records or elements were refused`
  return errorAnswer(refusal('RECORDS_REFUSED', `${message}: see results.`))
}

function parsed(body: HandlerResponse['body']): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return {}
  }
}
