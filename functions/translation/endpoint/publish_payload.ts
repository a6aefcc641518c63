/** Translation layer: publishes the events of a body, whether the caller has a token or a signature. */
import type { TableCache } from '../../google/table_cache.ts'
import { idOf, type TranslationAddress } from './address.ts'
import { openDecoder } from '../formats/decode.ts'
import { findTranslation } from './follow.ts'
import { openReader } from '../formats/records.ts'
import { translateBody, type BodyResult, type TranslatePorts } from './translate_body.ts'
import type { SavedTranslation } from './saved.ts'

interface RawPayload {
  body: AsyncIterable<Buffer>
  /** Header Content-Type; empty if there is none. */
  contentType: string
}

/** The result of a body, and the version of the translation that was applied, as `name@version`. */
export interface Taken {
  translation: string
  result: BodyResult
}

/** Translates the records of a body and publishes their events. Without `publish`, only returns what would be published. */
export async function publishPayload(
  cache: TableCache<SavedTranslation>,
  address: TranslationAddress,
  { body, contentType }: RawPayload,
  publish: TranslatePorts['publish'],
): Promise<Taken> {
  const { translation, translate } = await findTranslation(cache, address)
  const result = await translateBody(body, {
    connection: translation.name,
    reader: openReader(translation.input),
    decoder: openDecoder(translation.input, contentType),
    translate,
    registry: () => cache.content()!.definitions.registry,
    lookFor: cache.refreshFor,
    publish,
  })
  return { translation: idOf(translation), result }
}
