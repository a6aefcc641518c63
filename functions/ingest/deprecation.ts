/** Event bus: tells those who send events of a deprecated type, in the headers of the response. Pure. */
import { attributes } from '../../schemas/bus.ts'
import type { Deprecation } from '../../schemas/lifecycle.ts'
import type { Registry } from '../event/registry.ts'
import type { HandlerResponse } from '../serving/answer.ts'
import type { PublishPayload } from './payload.ts'

/** Returns the names that the events of a payload have. `byDefault`: that of events without one, from the query or the topic. An event in the
 * data of an envelope is not read: its name counts if it is an attribute, or the topic. */
export function sentNames({ shape, values }: PublishPayload, byDefault: string): ReadonlySet<string> {
  return new Set(
    values.map((value) => {
      const { event_name: name } = (
        shape === 'events' ? value : Object((value as { attributes?: unknown }).attributes)
      ) as Readonly<Record<typeof attributes.eventName, unknown>>
      return typeof name === 'string' ? name : byDefault
    }),
  )
}

/** The headers, as the OpenAPI document describes them. */
export const deprecationHeaders = {
  Deprecation: {
    description:
      'Only if an event has a deprecated type: since when, as `@` and Unix time in seconds (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: {
    description:
      'Only if an event has a deprecated type: the day from which producers stop sending it (RFC 8594).',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'Event types to send instead of deprecated ones, each with the relation `successor-version`.',
    schema: { type: 'string' },
  },
}

/** Adds the headers to a response of status 200. Of several deprecated types, `Deprecation` and `Sunset` state the earliest dates.
 * https://www.rfc-editor.org/rfc/rfc9745.html, https://www.rfc-editor.org/rfc/rfc8594.html */
export function withDeprecations(
  answer: HandlerResponse,
  names: Iterable<string>,
  { get }: Pick<Registry, 'get'>,
): HandlerResponse {
  if (answer.status !== 200) return answer
  const deprecations = Array.from(names, (name) => get(name)?.deprecation).filter(
    (each) => each !== undefined,
  )
  if (deprecations.length === 0) return answer
  return { ...answer, headers: { ...answer.headers, ...headersOf(deprecations) } }
}

function headersOf(deprecations: readonly Deprecation[]): Readonly<Record<string, string>> {
  const successors = new Set(deprecations.flatMap(({ successor }) => successor ?? []))
  return {
    deprecation: `@${earliest(deprecations.map(({ since }) => since)) / 1000}`,
    sunset: new Date(earliest(deprecations.map(({ sunset }) => sunset))).toUTCString(),
    ...(successors.size > 0 && {
      // https://www.rfc-editor.org/rfc/rfc5829.html#section-3.4
      link: Array.from(
        successors,
        (name) => `</v1/event-types/${encodeURIComponent(name)}>; rel="successor-version"`,
      ).join(', '),
    }),
  }
}

/** In ms since 1970. */
function earliest(days: readonly string[]): number {
  return Math.min(...days.map((day) => Date.parse(day)))
}
