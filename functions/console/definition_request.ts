/** Console: reads a request to save definitions, and reports every invalid field. */
import { definitionProblems } from '../../schemas/definition.ts'
import { extensionProblems } from '../../schemas/definition_extension.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import { sizeProblem } from '../../schemas/json_shape.ts'
import { limits } from '../../schemas/limits.ts'
import type { Translation } from '../../schemas/translation.ts'
import { badRequest, StatusError } from '../serving/answer.ts'
import { savedTranslationProblems } from '../translation/link_problems.ts'
import type { SavedDefinition, VersionKind } from './definition_queries.ts'

/** Body of `POST /v1/console/definitions`. */
export interface SaveRequest extends Pick<SavedDefinition, VersionKind> {
  comment?: string
  /** What the caller knows of the translation, or of the event type or extension if there is no translation: the save fails if it is otherwise. */
  expects?: {
    /** Its latest version; null: there is none, so that the name is free. */
    latest: string | null
  }
  /** What the translation was made for. The save fails if the translation refuses more of it than the caller has agreed to. */
  sample?: Sample
}

export interface Sample {
  /** The body as the sender posts it. */
  body: string
  /** Number of records or elements that may be refused. Default: 0. */
  refused?: number
}

interface FieldFault {
  field: string
  description: string
}

const maxCommentLength = 1024

const members = ['event', 'extension', 'translation', 'comment', 'expects', 'sample']

const bodyShape = {
  characters: limits.requestBytes,
  levels: limits.nestingLevels,
  members: limits.membersPerObject,
} as const

/** Reads the body. Throws INVALID_ARGUMENT with every invalid field. */
export function readSave(body: Buffer): SaveRequest {
  const value = readObject(body)
  const unknown = Object.keys(value).find((name) => !members.includes(name))
  if (unknown !== undefined)
    throw invalid([
      {
        field: unknown.slice(0, 64),
        description: `Unknown field. Use ${members.join(', ')}.`,
      },
    ])
  const { event, extension, translation, comment, expects, sample } = value
  if (event === undefined && translation === undefined && extension === undefined)
    throw invalid([{ field: 'event', description: 'Expected an event, a translation or both; got neither.' }])
  if (event !== undefined && extension !== undefined)
    throw invalid([{ field: 'extension', description: 'Expected an event or an extension; got both.' }])
  const faults = [
    ...(event === undefined ? [] : faultsOf('event', definitionProblems(event))),
    ...(extension === undefined ? [] : faultsOf('extension', extensionProblems(extension))),
    ...(translation === undefined ? [] : faultsOf('translation', savedTranslationProblems(translation))),
    ...(comment === undefined || (typeof comment === 'string' && comment.length <= maxCommentLength)
      ? []
      : [{ field: 'comment', description: `Expected a text of at most ${maxCommentLength} characters.` }]),
    ...(expects === undefined || isExpectation(expects)
      ? []
      : [{ field: 'expects', description: 'Expected {"latest": version}, or null for a free name.' }]),
    ...(sample === undefined || isSample(sample)
      ? []
      : [{ field: 'sample', description: 'Expected {"body": text, "refused": number of records}.' }]),
  ]
  if (faults.length > 0) throw invalid(faults)
  return {
    ...(event !== undefined && { event: event as Definition }),
    ...(extension !== undefined && { extension: extension as Definition }),
    ...(translation !== undefined && { translation: translation as Translation }),
    ...(comment !== undefined && { comment: comment as string }),
    ...(expects !== undefined && { expects: expects as NonNullable<SaveRequest['expects']> }),
    ...(sample !== undefined && { sample: sample as Sample }),
  }
}

function isExpectation(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'latest') return false
  const { latest } = value as { latest: unknown }
  return latest === null || (typeof latest === 'string' && /^\d{1,4}(\.\d{1,4}){1,2}$/.test(latest))
}

function isSample(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { body, refused = 0, ...others } = value as Partial<Record<keyof Sample, unknown>>
  return (
    typeof body === 'string' &&
    Number.isSafeInteger(refused) &&
    (refused as number) >= 0 &&
    Object.keys(others).length === 0
  )
}

/** Reads a JSON object. Throws INVALID_ARGUMENT for anything else. */
export function readObject(body: Buffer): Readonly<Record<string, unknown>> {
  const text = body.toString()
  const tooLarge = sizeProblem(text, 'The body', bodyShape)
  if (tooLarge) throw invalid([{ field: 'body', description: tooLarge }])
  const value = parse(text)
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

/** Makes a fault of each problem of a definition, with the field that the problem starts with. */
function faultsOf(kind: VersionKind, problems: readonly string[]): FieldFault[] {
  return problems.map((problem) => {
    const path = pathOf(problem)
    return { field: path === '' ? kind : `${kind}.${path}`, description: problem }
  })
}

function pathOf(problem: string): string {
  const [, pointer] = /^((?:\/[^/\s]+)+) /.exec(problem) ?? []
  if (pointer !== undefined) return pointer.slice(1).replaceAll('/', '.')
  const [, path] = /^([a-z_]+(?:\.[\w[\]]+)*):? /.exec(problem) ?? []
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
