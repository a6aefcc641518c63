/** Translation layer: the answer to a request: 200 when all events were accepted, 207 when some were, 400 or the fault when none was. Pure. */
import { errorAnswer, StatusError, type HandlerResponse } from '../../serving/answer.ts'
import { refusal } from './refusal.ts'
import type { BodyResult } from './translate_body.ts'

export function answerOf(translation: string, { results, fault }: BodyResult): HandlerResponse {
  const { records, accepted, refused } = results
  const error = fault instanceof StatusError ? errorAnswer(fault) : (fault ?? shortfall(results))
  // Who may not publish, or sends what cannot be read at all, gets the words of whoever refused it.
  if (error && accepted === 0 && refused === 0) return error
  const { results: told, notListed } = results.list()
  const body = {
    translation,
    records,
    accepted,
    refused,
    ...(notListed > 0 && { notListed }),
    ...(error && (accepted === 0 || fault) && (parsed(error.body) as object)),
    results: told,
  }
  const status = accepted === 0 ? (error?.status ?? 400) : error ? 207 : 200
  return {
    status,
    headers: { ...error?.headers, 'content-type': 'application/json; charset=UTF-8' },
    body: `${JSON.stringify(body)}\n`,
  }
}

/** Why not all is well, where everything could be read. */
function shortfall({ records, accepted, refused }: BodyResult['results']): HandlerResponse | undefined {
  if (records === 0) return errorAnswer(refusal('RECORDS_MISSING', 'The body holds no record.', 'body'))
  if (refused === 0) return undefined
  const words =
    accepted === 0 ? 'None of the records became an event' : `${refused} records or elements became no event`
  return errorAnswer(refusal('RECORDS_REFUSED', `${words}: see results.`))
}

function parsed(body: HandlerResponse['body']): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return {}
  }
}
