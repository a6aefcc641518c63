/** Console: reads what somebody wants to save, and names every field that is wrong. */
import { definitionProblems, type Definition } from '../../schemas/definition.ts'
import { translationProblems, type Translation } from '../../schemas/translation.ts'
import { badRequest, StatusError } from '../serving/answer.ts'
import type { SavedDefinition } from './definition_queries.ts'

/** What `POST /v1/console/definitions` takes. */
export interface SaveRequest extends SavedDefinition {
  /** Why it was made or changed. */
  comment?: string
}

export interface FieldFault {
  field: string
  description: string
}

const longestComment = 1024

/** Throws INVALID_ARGUMENT with every field that is wrong. */
export function readSave(body: Buffer): SaveRequest {
  const value = readObject(body)
  const unknown = Object.keys(value).find((name) => !['event', 'translation', 'comment'].includes(name))
  if (unknown !== undefined)
    throw invalid([
      {
        field: unknown.slice(0, 64),
        description: 'Unknown field; there are event, translation and comment.',
      },
    ])
  const { event, translation, comment } = value
  if (event === undefined && translation === undefined)
    throw invalid([{ field: 'event', description: 'Expected an event, a translation or both; got neither.' }])
  const faults = [
    ...(event === undefined ? [] : faultsOf('event', definitionProblems(event))),
    ...(translation === undefined ? [] : faultsOf('translation', translationProblems(translation))),
    ...(comment === undefined || (typeof comment === 'string' && comment.length <= longestComment)
      ? []
      : [{ field: 'comment', description: `Expected a text of at most ${longestComment} characters.` }]),
  ]
  if (faults.length > 0) throw invalid(faults)
  return {
    ...(event !== undefined && { event: event as Definition }),
    ...(translation !== undefined && { translation: translation as Translation }),
    ...(comment !== undefined && { comment: comment as string }),
  }
}

/** The members of a JSON object. Throws INVALID_ARGUMENT for anything else. */
export function readObject(body: Buffer): Readonly<Record<string, unknown>> {
  const value = parse(body.toString())
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw invalid([{ field: 'body', description: 'Expected a JSON object.' }])
}

export function invalid(faults: readonly FieldFault[]): StatusError {
  const shown = faults.slice(0, 50)
  const [first] = shown
  return new StatusError('INVALID_ARGUMENT', `Invalid value for ${first!.field}: ${first!.description}`, {
    details: [badRequest(shown)],
  })
}

/** The sentences about a definition, each beside the place that it names. */
function faultsOf(kind: 'event' | 'translation', problems: readonly string[]): FieldFault[] {
  return problems.map((problem) => {
    const place = placeOf(problem)
    return { field: place === '' ? kind : `${kind}.${place}`, description: problem }
  })
}

function placeOf(problem: string): string {
  const [, pointer] = /^((?:\/[^/\s]+)+) /.exec(problem) ?? []
  if (pointer !== undefined) return pointer.slice(1).replaceAll('/', '.')
  const [, path] = /^([a-z_]+(?:\.[\w[\]]+)*) /.exec(problem) ?? []
  if (path !== undefined) return path
  return problem.startsWith("'") ? 'name' : ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
