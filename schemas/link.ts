/** Linkage layer: the declarative language that maps an event's fields to a third party's standard fields. */
import { Type, type Static } from 'typebox'

const Path = Type.String({
  pattern: '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$',
  description: 'Dotted path into the event: a context field or an event-specific field.',
  examples: ['email', 'items', 'consent.ad_storage'],
})
const Cast = Type.Union([Type.Literal('string'), Type.Literal('number'), Type.Literal('boolean')])
const Constant = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

/** Where one target field comes from. An absent source leaves the field out. */
export const Source = Type.Union([
  Path,
  Type.Object({ const: Constant }, { additionalProperties: false }),
  Type.Object(
    { from: Path, default: Type.Optional(Constant), as: Type.Optional(Cast) },
    { additionalProperties: false },
  ),
  Type.Object({ first: Type.Array(Path, { minItems: 1 }) }, { additionalProperties: false }),
])
export type Source = Static<typeof Source>

/** Target field (dotted path) → source. `{ 'user.id': 'user_id', channel: { const: 'web' } }` */
export const Link = Type.Record(
  Type.String({ pattern: '^[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*$' }),
  Source,
)
export type Link = Static<typeof Link>
