/** Settings: schema of sources, the producers with a topic of their own, and its checks. Pure. */
import { Type, type Static } from 'typebox'
import { derivedTypes } from '../../schemas/derived_types.ts'
import { eventTypes, nearestEventName } from '../../schemas/event_types.ts'
import { everyEventType, EventSource, sourceName, type EventSources } from '../../schemas/source.ts'
import { MemberList } from './members.ts'
import { webSetting } from './web_source.ts'

const SourceSetting = Type.Object(
  { members: Type.Optional(MemberList), ...EventSource.properties, web: Type.Optional(webSetting) },
  {
    additionalProperties: false,
    description: 'members and the event types that they may send',
    examples: [{ members: ['serviceAccount:shop@acme-shop.iam.gserviceaccount.com'], events: ['page_view'] }],
  },
)

/** The settings by name of the source. */
export const sourceSettings = Type.Record(Type.String({ pattern: sourceName }), SourceSetting, {
  additionalProperties: false,
  maxProperties: 100,
  default: {},
  description: 'sources by name',
  examples: [
    {
      web_shop: { members: ['serviceAccount:shop@acme-shop.iam.gserviceaccount.com'], events: ['page_view'] },
    },
  ],
})

export type SourceSettings = Static<typeof sourceSettings>

/** Cloud Run's limit for an environment variable is 32 KiB; 1 KiB of it is reserve. https://cloud.google.com/run/quotas#environment_variables */
const variableBytes = 31 * 1024

/** Returns the part of the sources that functions read. */
export function publicSources(settings: SourceSettings): EventSources {
  return Object.fromEntries(
    Object.entries(settings).map(([name, { events, consent }]) => [
      name,
      { events, ...(consent && { consent }) },
    ]),
  )
}

/** Returns a line for each problem that the schema does not cover. */
export function sourceProblems(namespace: string, settings: SourceSettings): readonly string[] {
  const bytes = Buffer.byteLength(JSON.stringify(publicSources(settings)))
  return [
    ...Object.entries(settings).flatMap(([name, { members = [], events, web }]) => {
      const path = `${namespace}:sources.${name}`
      return [
        ...(members.length > 0 || web
          ? []
          : [
              `${path}.members must have at least one IAM member, got none: nobody could publish as this source`,
            ]),
        ...(events.length > 1 && events.includes(everyEventType)
          ? [`${path}.events must be either names of event types or * alone, got ${JSON.stringify(events)}`]
          : []),
        ...events.flatMap((event, index) =>
          derivedTypes.has(event)
            ? [
                `${path}.events.${index} must be an event type that producers may send, got "${event}", which only a sync or an action makes`,
              ]
            : [],
        ),
      ]
    }),
    ...(bytes > variableBytes
      ? [
          `${namespace}:sources are ${bytes} bytes as JSON without members, but an environment variable of Cloud Run holds at most ` +
            `${variableBytes}. List fewer event types, or move some sources to an environment of their own`,
        ]
      : []),
  ]
}

/** Returns a line for each source that is probably not meant so: with an event type that the code does not have, which may be a saved one, or
 * with a member that may publish every event type on the shared topics. */
export function sourceWarnings(
  namespace: string,
  settings: SourceSettings,
  producers: readonly string[],
): readonly string[] {
  return Object.entries(settings).flatMap(([name, { members = [], events }]) => {
    const path = `${namespace}:sources.${name}`
    return [
      ...members
        .filter((member) => producers.includes(member))
        .map(
          (member) =>
            `${path}.members: ${member} is in ${namespace}:producers, too, and may send every event type to the shared topics. ` +
            `Remove it from ${namespace}:producers to hold it to this source`,
        ),
      ...events.flatMap((event, index) => {
        if (event === everyEventType || eventTypes.has(event)) return []
        const meant = nearestEventName(event)
        return [
          `${path}.events.${index}: "${event}" is not in schemas/events, so it has to be an event type that is saved in the console.` +
            (meant === undefined ? '' : ` Did you mean ${meant}?`),
        ]
      }),
    ]
  })
}
