/** Translation layer: takes a body for the translation that its address names, whoever vouches for it. */
import type { TableFeed } from '../google/table_feed.ts'
import { idOf, type TranslationAddress } from './address.ts'
import { openDecoder } from './decode.ts'
import { findTranslation } from './follow.ts'
import { openReader } from './records.ts'
import { run, type Ran, type RunPorts } from './run.ts'
import type { Saved } from './saved.ts'

export interface Payload {
  body: AsyncIterable<Buffer>
  /** Header Content-Type; empty when there is none. */
  contentType: string
}

/** What became of a body, and of which version of the translation it was taken. */
export interface Taken {
  translation: string
  ran: Ran
}

/** Publishes what the body's records become; without `publish` only says what that would be. */
export async function take(
  feed: TableFeed<Saved>,
  address: TranslationAddress,
  { body, contentType }: Payload,
  publish: RunPorts['publish'],
): Promise<Taken> {
  const { translation, translate } = await findTranslation(feed, address)
  const ran = await run(body, {
    reader: openReader(translation.input),
    decoder: openDecoder(translation.input, contentType),
    translate,
    registry: () => feed.content()!.definitions.registry,
    lookFor: feed.lookFor,
    publish,
  })
  return { translation: idOf(translation), ran }
}
