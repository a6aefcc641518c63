/** Web door: reads the web sources of this environment, and finds the one that a path names. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { everyEventType } from '../../schemas/source.ts'
import { mustBeNamed, pixelVariable, WebSource } from '../../schemas/web_source.ts'
import { webRefusal } from './refusal.ts'

export interface ReadSource extends WebSource {
  /** Undefined if the source has no pixels. */
  pixelSecret: string | undefined
}

/** What a path of the web door names. */
export interface WebDoor {
  source: ReadSource
  isPixel: boolean
}

const form = /^\/v1\/collect\/([a-z][a-z0-9_]{0,39})(\/pixel\.gif)?$/

/** Reads the sources from `text`, a JSON array of schemas/web_source.ts, and their secrets from `env`. Returns the function that finds the door of a
 * path: undefined for a path of another form, `unknown` for a source that has no such door. Throws an error with the name of the variable if one is invalid. */
export function readWebSources(
  text: string,
  env: NodeJS.ProcessEnv,
): (path: string) => WebDoor | 'unknown' | undefined {
  const list: unknown = JSON.parse(text)
  if (!Value.Check(Type.Array(WebSource), list)) {
    const [problem] = Value.Errors(Type.Array(WebSource), list)
    throw new Error(
      `Invalid WEB_SOURCES: ${problem?.instancePath ?? ''} ${problem?.message ?? ''} (schema: schemas/web_source.ts).`,
    )
  }
  const byName = new Map(
    list.map((source) => [
      source.name,
      { ...source, pixelSecret: source.pixel ? secretOf(env, pixelVariable(source.name)) : undefined },
    ]),
  )
  return (path) => {
    const [, name, pixel] = form.exec(path) ?? []
    if (name === undefined) return undefined
    const source = byName.get(name)
    const isPixel = pixel !== undefined
    return source === undefined || (isPixel && !source.pixel) ? 'unknown' : { source, isPixel }
  }
}

function secretOf(env: NodeJS.ProcessEnv, variable: string): string {
  const secret = env[variable]
  if (secret) return secret
  throw new Error(`Environment variable ${variable} is missing: the secret of the pixels of a source.`)
}

/** Throws unless the pages of the source may send events of this type. */
export function requireAllowed({ name, events }: WebSource, eventName: unknown, field: string): void {
  if (typeof eventName !== 'string')
    throw webRefusal('EVENT_NAME_MISSING', 'Expected the name of the event type in event_name, as a text.', {
      field,
    })
  if (events.includes(eventName) || (events.includes(everyEventType) && !mustBeNamed(eventName))) return
  const given = JSON.stringify(eventName.slice(0, 64))
  const allowed = events
    .map((each) => (each === everyEventType ? 'all that need not be named' : each))
    .join(', ')
  throw webRefusal(
    'EVENT_REFUSED',
    `Source ${name} may not send ${given} through the web door. Allowed: ${allowed}.`,
    { field },
  )
}
