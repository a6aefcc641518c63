/** Runs: reads what a message of the topic `runs` asks for. */
import { Value } from 'typebox/value'
import { attributes } from '../../schemas/bus.ts'
import { runRequests, type RunKind, type RunRequest } from '../../schemas/run_request.ts'
import type { PushMessage } from '../bus/push.ts'
import { normalTime } from '../event/time.ts'

/** What a message asks for. */
export type RunCommand<Kind extends RunKind = RunKind> = {
  [Each in Kind]: {
    kind: Each
    request: RunRequest<Each>
    /** Id of the message, which becomes the run's. */
    id: string
    /** RFC 3339. */
    requestedAt: string
  }
}[Kind]

/** Returns true if the request is for a dry run. */
export function isDryRun(request: RunRequest<RunKind>): boolean {
  return 'dry_run' in request && request.dry_run === true
}

/** What is asked for, or in words why it cannot be read: values do not stand in them, since they may identify a person. */
export function readRunMessage({
  messageId,
  publishTime,
  data,
  attributes: stamps,
}: PushMessage): RunCommand | string {
  const kind = stamps[attributes.kind] ?? ''
  if (!Object.hasOwn(runRequests, kind))
    return `There is no run of kind "${kind.slice(0, 40)}"; there are ${Object.keys(runRequests).join(', ')}.`
  const request = parsed(data.toString())
  const fault = runRequestFault(kind as RunKind, request)
  if (fault !== undefined) return fault
  const requestedAt = normalTime(publishTime) ?? publishTime
  return { kind, request, id: messageId, requestedAt } as RunCommand
}

/** What is wrong with a request, in a sentence that names the field; undefined when nothing is. */
export function runRequestFault(kind: RunKind, request: unknown): string | undefined {
  const problem = runRequestProblem(kind, request)
  return problem && `The request for a ${kind} is not valid: ${problem.field || 'it'} ${problem.message}.`
}

/** The field that is wrong with a request, empty for the request itself, and what it must be, as the rest of a sentence. Values do not
 * stand in it, since they may identify a person. */
export function runRequestProblem(
  kind: RunKind,
  request: unknown,
): { field: string; message: string } | undefined {
  const schema = runRequests[kind]
  if (Value.Check(schema, request)) return undefined
  const faults = Value.Errors(schema, request)
  const fault = faults.find(({ keyword }) => keyword === 'additionalProperties') ?? faults[0]!
  const path = fault.instancePath.slice(1).replaceAll('/', '.')
  if (fault.keyword === 'additionalProperties') {
    const [unknown] = (fault.params as { additionalProperties: readonly string[] }).additionalProperties
    const known = Object.keys(schema.properties).join(', ')
    return {
      field: [path, unknown?.slice(0, 64)].filter(Boolean).join('.'),
      message: `is unknown; there are ${known}`,
    }
  }
  if (fault.keyword === 'required') {
    const [missing] = (fault.params as { requiredProperties: readonly string[] }).requiredProperties
    return { field: [path, missing].filter(Boolean).join('.'), message: 'is missing' }
  }
  const about = (schema.properties as Readonly<Record<string, Described>>)[path.split('.', 1)[0]!]
  const expected = about?.description === undefined ? '' : ` (${about.description})`
  return { field: path, message: `${fault.message}${expected}` }
}

interface Described {
  description?: string
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
