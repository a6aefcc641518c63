/** Translation layer: publishes the events of a body, whether the caller has a token or a signature, and writes the receipt of the request. */
import type { TableCache } from '../../google/table_cache.ts'
import { StatusError, type HandlerResponse } from '../../serving/answer.ts'
import { idOf, type TranslationAddress } from './address.ts'
import { answerOf } from './answer.ts'
import { openDecoder } from '../formats/decode.ts'
import { findTranslation, isSaved } from './follow.ts'
import { openReader } from '../formats/records.ts'
import { requestReceipt, type ReceivedRequest } from './receipt.ts'
import { translateBody, type BodyResult, type TranslatePorts } from './translate_body.ts'
import type { SavedTranslation } from './saved.ts'

interface RawPayload {
  body: AsyncIterable<Buffer>
  /** Header Content-Type; empty if there is none. */
  contentType: string
  /** When the head arrived, in ms since 1970. */
  arrivedAt: number
}

export interface PayloadPorts {
  via: ReceivedRequest['via']
  cache: TableCache<SavedTranslation>
  /** Takes the JSON text of a receipt. */
  record: (receipt: string) => void
}

/** The response, and the result of the body. */
export interface Taken {
  /** The version of the translation that was applied, as `name@version`. */
  translation: string
  result: BodyResult
  response: HandlerResponse
}

/** Translates the records of a body and publishes their events. Without `publish`, only returns what would be published, and writes no
 * receipt. A request for an unknown name gets no receipt either: the name could be anything. */
export async function publishPayload(
  { via, cache, record }: PayloadPorts,
  address: TranslationAddress,
  { body, contentType, arrivedAt }: RawPayload,
  publish: TranslatePorts['publish'],
): Promise<Taken> {
  const receive = (received: Pick<ReceivedRequest, 'version' | 'status' | 'results'>): void => {
    if (publish && isSaved(cache, address.name))
      record(requestReceipt({ arrivedAt, address, via, ...received }))
  }
  try {
    const { translation, translate } = await findTranslation(cache, address)
    const id = idOf(translation)
    const result = await translateBody(body, {
      connection: id,
      reader: openReader(translation.input),
      decoder: openDecoder(translation.input, contentType),
      translate,
      registry: () => cache.content()!.definitions.registry,
      lookFor: cache.refreshFor,
      publish,
    })
    const response = answerOf(id, result)
    receive({ version: translation.version, status: response.status, results: result.results })
    return { translation: id, result, response }
  } catch (error) {
    if (error instanceof StatusError) receive({ version: undefined, status: error.http, results: undefined })
    throw error
  }
}
