/** Event types: finds what is wrong with the files of schemas/events/ before any event comes. Pure. */
import { contextNames } from './context.ts'
import { nameProblems, type EventType } from './event_type.ts'
import { nearest } from './nearest.ts'

/** A line for each fault, with the file that it is in. `declared` has the event types by the names they are exported by, which are those of
 * their files. */
export function eventTypeProblems(declared: Readonly<Record<string, EventType>>): string[] {
  return Object.entries(declared).flatMap(([key, type]) =>
    [...naming(key, type, declared), ...fieldProblems(type)].map(
      (line) => `schemas/events/${key}.ts: ${line}`,
    ),
  )
}

function naming(key: string, { name }: EventType, declared: Readonly<Record<string, EventType>>): string[] {
  if (name === key) return nameProblems(name)
  if (declared[name]?.name === name)
    return [`the event type "${name}" is declared by schemas/events/${name}.ts, too`]
  return [`the event type is called "${name}"; expected "${key}", the name that it is exported by`]
}

function fieldProblems({ fields, required }: EventType): string[] {
  const names = Object.keys(fields)
  return [
    ...names
      .filter((name) => contextNames.has(name))
      .map((name) => `fields.${name} is a context field, which every event has`),
    ...required
      .filter((name) => !names.includes(name))
      .map((name) => {
        const meant = nearest(name, names)
        return `required names "${name}", which is not a field${meant === undefined ? '' : `; did you mean "${meant}"?`}`
      }),
  ]
}
