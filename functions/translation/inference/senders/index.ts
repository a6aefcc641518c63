/** Senders: recognizes the payloads of known senders by their shape. Pure. */
import { exampleText } from '../example_text.ts'
import type { Source } from '../../../../schemas/link.ts'
import { sourcesIn, walk } from '../../../../schemas/source_walk.ts'
import type { FieldInference } from '../infer.ts'
import { analytics } from './analytics.ts'
import { crm } from './crm.ts'
import { forms } from './forms.ts'
import { messages } from './messages.ts'
import { payments } from './payments.ts'
import type { PayloadShape } from './shape.ts'
import { shops } from './shops.ts'
import { stripe } from './stripe.ts'

const shapes: readonly PayloadShape[] = [
  ...stripe,
  ...payments,
  ...shops,
  ...crm,
  ...forms,
  ...analytics,
  ...messages,
]

/** Returns the shape of the payload; undefined if no sender is known to send it. */
export function shapeOf(fields: readonly FieldInference[]): PayloadShape | undefined {
  const byPath = new Map(fields.map((field) => [field.path, field]))
  return shapes.find(({ has }) =>
    Object.entries(has).every(([path, pattern]) => {
      const field = byPath.get(path)
      if (!field || field.examples.length === 0) return false
      return field.examples.every((value) => typeof value === 'object' || pattern.test(exampleText(value)))
    }),
  )
}

/** Returns the links of a shape whose fields the payload has. */
export function shapeLinks(
  { link }: PayloadShape,
  fields: readonly FieldInference[],
): readonly (readonly [target: string, source: Source])[] {
  const byPath = new Map(fields.map((field) => [field.path, field]))
  return Object.entries(link).flatMap(([target, source]) => {
    const present = withPresent(source, byPath)
    return present === undefined ? [] : [[target, present] as const]
  })
}

/** Returns the source without alternatives that the payload does not have; undefined if it has none. */
function withPresent(source: Source, byPath: ReadonlyMap<string, FieldInference>): Source | undefined {
  if (typeof source === 'object' && 'first' in source) {
    const { first, ...options } = source
    const present = first.filter((each) => withPresent(each, byPath) !== undefined)
    if (present.length !== 1) return present.length === 0 ? undefined : { ...source, first: present }
    const [only] = present as [Source]
    if (Object.keys(options).length === 0) return only
    return typeof only === 'string' ? { from: only, ...options } : { first: [only], ...options }
  }
  const reads = sourcesIn({ field: source }).flatMap((each) => walk(each).reads)
  const isPresent = reads.every(({ path, use }) => {
    const field = byPath.get(path)
    if (!field) return use === 'condition'
    return field.examples.length > 0 && (field.type !== 'object' || use === 'elements')
  })
  const isTemplateOrPath =
    typeof source === 'string' ||
    'from' in source ||
    'template' in source ||
    'each' in source ||
    'const' in source
  return isPresent || (!isTemplateOrPath && reads.some(({ path }) => byPath.has(path))) ? source : undefined
}
