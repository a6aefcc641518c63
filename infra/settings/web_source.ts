/** Settings: schema of the web door of a source, and its checks. Pure. */
import { Type, type Static } from 'typebox'
import { nearest } from '../../schemas/nearest.ts'
import { everyEventType } from '../../schemas/source.ts'
import { collectBodyBytes, mustBeNamed, webDefaults, type WebSource } from '../../schemas/web_source.ts'
import { unknownSecret } from './webhooks.ts'

const minSecretLength = 32

function Rate(what: string, example: number) {
  return Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: what, examples: [example] }),
  )
}

/** The setting `web` of a source. */
export const webSetting = Type.Object(
  {
    key: Type.String({
      pattern: '^[A-Za-z0-9_-]{16,64}$',
      description: 'a public key of 16 to 64 letters, digits, _ and -',
      examples: ['pk_8f2d1c9a5b7e4f60'],
    }),
    origins: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^https?://[^/\\s,*]+$',
          description: 'an origin as browsers send it, without a path and without *',
          examples: ['https://shop.acme.example'],
        }),
        { uniqueItems: true, maxItems: 100 },
      ),
    ),
    events: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      uniqueItems: true,
      description: 'the event types that pages may send, or * for all that need not be named',
      examples: [['page_view', 'add_to_cart']],
    }),
    maxBytes: Type.Optional(
      Type.Integer({
        minimum: 256,
        maximum: collectBodyBytes,
        description: 'maximum bytes of a request',
        examples: [webDefaults.maxBytes],
      }),
    ),
    perMinute: Rate('maximum units of 2 KiB per minute of one instance', webDefaults.perMinute),
    perAddressPerMinute: Rate(
      'maximum units of 2 KiB per minute of one client',
      webDefaults.perAddressPerMinute,
    ),
    cookie: Type.Optional(
      Type.Boolean({ description: 'true keeps anonymous_id in a cookie of your domain', examples: [true] }),
    ),
    pixelSecret: Type.Optional(
      Type.String({
        minLength: 1,
        description: `a secret of ${minSecretLength} characters or more, set with \`pulumi config set --secret\``,
      }),
    ),
    public: Type.Optional(
      Type.Boolean({ description: 'true opens the door without the edge', examples: [true] }),
    ),
  },
  {
    additionalProperties: false,
    description: 'a door for web pages and e-mails',
    examples: [{ key: 'pk_8f2d1c9a5b7e4f60', origins: ['https://shop.acme.example'], events: ['page_view'] }],
  },
)
export type WebSetting = Static<typeof webSetting>

/** Returns the source as the function `collect` reads it, without its secret. */
export function webSourceOf(name: string, { origins = [], pixelSecret, ...web }: WebSetting): WebSource {
  const { key, events, cookie = false } = web
  const { maxBytes, perMinute, perAddressPerMinute } = { ...webDefaults, ...web }
  const pixel = pixelSecret !== undefined
  return { name, key, origins, events, maxBytes, perMinute, perAddressPerMinute, pixel, cookie }
}

/** The sources by name, as far as the checks of their web doors read them. */
type Sources = Readonly<Record<string, { events: readonly string[]; web?: WebSetting }>>

type Edge = { armor?: unknown } | undefined

/** Returns the web doors by name of their source. */
export function webDoors(sources: Sources): Readonly<Record<string, WebSetting>> {
  return Object.fromEntries(Object.entries(sources).flatMap(([name, { web }]) => (web ? [[name, web]] : [])))
}

/** Returns a line for each problem that the schema does not cover. No line holds a secret. `edge`: the setting of that name. */
export function webProblems(namespace: string, sources: Sources, edge: Edge): readonly string[] {
  return Object.entries(webDoors(sources)).flatMap(([name, web]) => {
    const path = `${namespace}:sources.${name}.web`
    const { origins = [], pixelSecret } = web
    return [
      ...(origins.length === 0 && pixelSecret === undefined
        ? [`${path} must have origins, pixelSecret or both, got neither`]
        : []),
      ...origins.flatMap((origin, index) => {
        const sent = originOf(origin)
        const expected = sent === undefined ? '' : `: ${sent}`
        return sent === origin
          ? []
          : [`${path}.origins.${index} must be as browsers send it${expected}, got "${origin}"`]
      }),
      ...eventProblems(path, web, sources[name]!.events),
      ...(pixelSecret !== undefined && pixelSecret !== unknownSecret && pixelSecret.length < minSecretLength
        ? [`${path}.pixelSecret must be ${minSecretLength} characters or more`]
        : []),
      ...(edge?.armor === undefined && web.public !== true
        ? [
            `${path} opens a door to the internet without a load balancer that limits each address: set ${namespace}:edge with armor, ` +
              'or state `public: true` if the limits of the function are enough for you. docs/web.md#public-use',
          ]
        : []),
    ]
  })
}

/** `events`: the event types that the source may send. */
function eventProblems(path: string, web: WebSetting, events: readonly string[]): readonly string[] {
  if (events.includes(everyEventType)) return []
  return web.events
    .filter((event) => event !== everyEventType && !events.includes(event))
    .map((event) => {
      const meant = nearest(event, events)
      const hint = meant === undefined ? '' : `. Did you mean ${meant}?`
      return `${path}.events: "${event}" is not among the event types that the source may send${hint}`
    })
}

/** Returns what works, but probably not as meant. */
export function webWarnings(namespace: string, sources: Sources, edge: Edge): readonly string[] {
  return Object.entries(webDoors(sources)).flatMap(([name, web]) => {
    const path = `${namespace}:sources.${name}.web`
    const left = web.events.includes(everyEventType)
      ? sources[name]!.events.filter((event) => mustBeNamed(event) && !web.events.includes(event))
      : []
    return [
      ...(edge?.armor === undefined
        ? [
            `${path} is open to the internet without Cloud Armor. Its limits count in each instance. docs/web.md#public-use`,
          ]
        : []),
      ...(left.length > 0
        ? [`${path}.events: * does not stand for ${left.join(', ')}; name what pages may send`]
        : []),
    ]
  })
}

/** Returns the origin of a URL as browsers send it; undefined if it has none. https://html.spec.whatwg.org/#ascii-serialisation-of-an-origin */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}
