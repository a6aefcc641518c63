/** Translation layer: suggests a complete translation for inferred fields, with a reason for each link. Pure. */
import { contextColumns } from '../../../schemas/context.ts'
import { eventTypes } from '../../../schemas/event_types.ts'
import type { Link, Source } from '../../../schemas/link.ts'
import { sourcesIn, walk } from '../../../schemas/source_walk.ts'
import type { Translation, TranslationInput } from '../../../schemas/translation.ts'
import type { FieldInference } from './infer.ts'
import { snakeName } from '../formats/names.ts'
import { shapeLinks, shapeOf } from './senders/index.ts'
import type { PayloadShape } from './senders/shape.ts'
import { candidatesOf, eventOf, type EventCandidate, type LinkedEventName } from './suggest_event.ts'
import { linksByName, type FieldSuggestion } from './suggest_links.ts'

/** The sender whose payload it is, by its shape. */
export type SenderGuess = Pick<PayloadShape, 'id' | 'title' | 'thing' | 'docs'>

export interface EventSuggestion extends Omit<EventCandidate, 'score' | 'reasons' | 'missing'> {
  why: string
  /** False if no candidate has a clear lead: then a person chooses. */
  isChosen: boolean
  /** The best first. */
  candidates: readonly EventCandidate[]
}

export interface Suggestion {
  translation: Translation
  event: EventSuggestion
  links: readonly FieldSuggestion[]
  sender?: SenderGuess
}

/** Minimum score of a chosen candidate, and its minimum lead over the next. */
const minScore = 0.5
const minLead = 0.15

/** Suggests a translation of version 1.0 that keeps the fields it does not link. `chosen`: what a person has decided. */
export function suggest(
  fields: readonly FieldInference[],
  input: TranslationInput,
  { name = 'my_translation', event: eventName }: { name?: string; event?: LinkedEventName } = {},
): Suggestion {
  const shape = shapeOf(fields)
  const record = input.records === undefined ? undefined : snakeName(input.records.split('.').at(-1)!)
  const linksOf = (event: Pick<EventCandidate, 'type' | 'name'>): readonly FieldSuggestion[] =>
    linksFor(fields, event, shape, record)
  const candidates = candidatesOf(fields, shape, record).map((candidate): EventCandidate => ({
    ...candidate,
    missing: missingOf(candidate.type, linksOf(candidate)),
  }))
  const event = chosenEvent(fields, candidates, eventName)
  const links = linksOf(event)
  const link: Link = Object.fromEntries(links.map(({ target, source }) => [target, source]))
  const types = fields.filter(
    ({ declared, type, leftOut }) => declared && type !== 'object' && leftOut === undefined,
  )
  const drop = fields.filter(({ leftOut }) => leftOut !== undefined).map(({ path }) => path)
  const required = (shape?.required ?? []).filter((field) => Object.hasOwn(link, field))
  return {
    translation: {
      name,
      version: '1.0',
      input,
      fields: Object.fromEntries(types.map(({ path, type }) => [path, type])) as Translation['fields'],
      event: { name: event.name },
      ...(shape?.each !== undefined && { each: shape.each }),
      link,
      ...(required.length > 0 && { required }),
      rest: 'keep',
      ...(drop.length > 0 && { drop }),
    },
    event,
    links,
    ...(shape && {
      sender: { id: shape.id, title: shape.title, thing: shape.thing, docs: shape.docs },
    }),
  }
}

function chosenEvent(
  fields: readonly FieldInference[],
  candidates: readonly EventCandidate[],
  picked: LinkedEventName | undefined,
): EventSuggestion {
  if (picked) return { ...eventOf(picked, fields), why: 'You chose it.', isChosen: true, candidates }
  const [best, next] = candidates
  if (!best)
    return {
      name: { const: 'data_received' },
      type: '',
      why: 'No field indicates the event: enter a name.',
      isNew: true,
      isChosen: false,
      candidates,
    }
  const { name, type, isNew, score, reasons } = best
  const isChosen = score >= minScore && score - (next?.score ?? 0) >= minLead
  return { name, type, isNew, why: `${reasons.join('. ')}.`, isChosen, candidates }
}

function missingOf(type: string, links: readonly FieldSuggestion[]): readonly string[] {
  return (eventTypes.get(type)?.required ?? []).filter(
    (field) => !links.some(({ target }) => target === field),
  )
}

/** Returns the links of the sender's payload; for others, those by name. */
function linksFor(
  fields: readonly FieldInference[],
  event: Pick<EventCandidate, 'type' | 'name'>,
  shape: PayloadShape | undefined,
  record: string | undefined,
): readonly FieldSuggestion[] {
  const known = shape ? shapeLinks(shape, fields) : []
  const byShape = known.map(([target, source]): FieldSuggestion => {
    const path = firstPath(source)
    return {
      path,
      target,
      source: asText(target, source, fields),
      why: path === '' ? `${shape!.title} always means it.` : `${path} is the ${target} of ${shape!.title}.`,
    }
  })
  if (shape && !shape.isOpen) return byShape
  const used = new Set(byShape.flatMap(({ target, path }) => [target, path]))
  return [
    ...byShape,
    ...linksByName(fields, event, record).filter(({ target, path }) => !used.has(target) && !used.has(path)),
  ]
}

function firstPath(source: Source): string {
  return sourcesIn({ field: source }).flatMap((each) => walk(each).reads)[0]?.path ?? ''
}

/** Returns a source that yields a text for a context field of texts, also if the payload has a number. */
function asText(target: string, source: Source, fields: readonly FieldInference[]): Source {
  if (typeof source !== 'string' || contextColumns.find(({ name }) => name === target)?.column !== 'STRING')
    return source
  const isNumber = fields
    .find(({ path }) => path === source)
    ?.examples.some((value) => typeof value === 'number')
  return isNumber ? { from: source, as: 'string' } : source
}
