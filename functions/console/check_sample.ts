/** Console: refuses to save a connection that refuses what it was made for, by the code that will read it. */
import type { Definition } from '../../schemas/definition_schema.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import type { Translation } from '../../schemas/translation.ts'
import { triedOn } from '../translation/try_records.ts'
import { invalid, type Sample } from './definition_request.ts'
import { listVersions } from './definition_queries.ts'
import type { RunStatement } from './run_query.ts'
import { savedRegistry } from './saved_registry.ts'
import type { FailedQuery } from './view_error.ts'

interface Tried {
  translation: Translation
  /** The event type that is saved with it. */
  event: Definition | undefined
  sample: Sample
}

/** Throws INVALID_ARGUMENT if nothing of the sample becomes an event, or more of it is refused than the caller has agreed to. Returns a failed
 * query of the saved event types. */
export async function checkSample(
  { translation, event, sample }: Tried,
  run: RunStatement,
): Promise<FailedQuery | undefined> {
  const saved = isStandard(translation) ? undefined : await run(listVersions)
  if (saved && saved.kind !== 'rows') return saved
  const { passed, refused, cause } = tried(translation, sample.body, savedRegistry(saved?.rows ?? [], event))
  const { refused: agreed = 0 } = sample
  const why = cause === undefined ? '' : ` The first reason: ${cause}`
  if (passed === 0) throw refusal('body', `Nothing of the sample would become an event.${why}`)
  if (refused > agreed)
    throw refusal(
      'refused',
      `Expected at most ${agreed} refused records of the sample; got ${refused}.${why} To save it nevertheless, set sample.refused to ${refused}.`,
    )
  return undefined
}

function tried(...parameters: Parameters<typeof triedOn>): ReturnType<typeof triedOn> {
  try {
    return triedOn(...parameters)
  } catch (error) {
    throw invalid([{ field: 'translation', description: (error as Error).message }])
  }
}

/** True if all events have standard types, so that no saved one is needed to check them. */
function isStandard({ event: { name } }: Translation): boolean {
  return 'const' in name && eventTypes.has(name.const)
}

function refusal(field: string, description: string) {
  return invalid([{ field: `sample.${field}`, description }])
}
