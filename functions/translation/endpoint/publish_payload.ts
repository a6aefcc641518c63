/** Translation layer: takes a body for the translation that its address names, whoever vouches for it. */
import type { TableCache } from '../../google/table_cache.ts'
import { idOf, type TranslationAddress } from './address.ts'
import { openDecoder } from '../formats/decode.ts'
import { findTranslation } from './follow.ts'
import { openReader } from '../formats/records.ts'
import { translateBody, type BodyResult, type TranslatePorts } from './translate_body.ts'
import type { SavedTranslation } from './saved.ts'

export interface RawPayload {
  body: AsyncIterable<Buffer>
  /** Header Content-Type; empty when there is none. */
  contentType: string
}

/** What became of a body, and of which version of the translation it was taken. */
export interface Taken {
  translation: string
  ran: BodyResult
}

/** Publishes what the body's records become; without `publish` only says what that would be. */
export async function publishPayload(
  feed: TableCache<SavedTranslation>,
  address: TranslationAddress,
  { body, contentType }: RawPayload,
  publish: TranslatePorts['publish'],
): Promise<Taken> {
  const { translation, translate } = await findTranslation(feed, address)
  const ran = await translateBody(body, {
    reader: openReader(translation.input),
    decoder: openDecoder(translation.input, contentType),
    translate,
    registry: () => feed.content()!.definitions.registry,
    lookFor: feed.refreshFor,
    publish,
  })
  return { translation: idOf(translation), ran }
}
