/** Runs: reads run requests, the messages of topic `runs`. */
import { Value } from 'typebox/value'
import { attributes } from '../../schemas/bus.ts'
import { runRequests, type RunKind, type RunRequest } from '../../schemas/run_request.ts'
import type { PushMessage } from '../bus/push.ts'
import { normalTime } from '../event/time.ts'

/** A run request after parsing. */
export type RunCommand<Kind extends RunKind = RunKind> = {
  [Each in Kind]: {
    kind: Each
    request: RunRequest<Each>
    /** Id of the message and of the run. */
    id: string
    /** RFC 3339. */
    requestedAt: string
  }
}[Kind]

/** Returns true if the request is for a dry run. */
export function isDryRun(request: RunRequest<RunKind>): boolean {
  return 'dry_run' in request && (request.dry_run ?? false)
}

/** Reads a message. Returns the error message for an invalid one, without its values, which may identify a person. */
export function readRunMessage({
  messageId,
  publishTime,
  data,
  attributes: values,
}: PushMessage): RunCommand | string {
  const kind = values[attributes.kind] ?? ''
  if (!Object.hasOwn(runRequests, kind))
    return `Unknown kind of run "${kind.slice(0, 40)}". Use one of ${Object.keys(runRequests).join(', ')}.`
  const request = parsed(data.toString())
  const fault = runRequestFault(kind as RunKind, request)
  if (fault !== undefined) return fault
  const requestedAt = normalTime(publishTime) ?? publishTime
  return { kind, request, id: messageId, requestedAt } as RunCommand
}

/** Returns the error message for an invalid request, with the name of the field; undefined for a valid one. */
function runRequestFault(kind: RunKind, request: unknown): string | undefined {
  const problem = runRequestProblem(kind, request)
  return problem && `Invalid ${kind} request: ${problem.field || 'it'} ${problem.message}.`
}

/** Returns the invalid field of a request (empty: the request itself) and the rest of a sentence about it, without values, which may
 * identify a person; undefined for a valid request. */
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
      message: `is unknown. Use one of ${known}`,
    }
  }
  if (fault.keyword === 'required') {
    const [missing] = (fault.params as { requiredProperties: readonly string[] }).requiredProperties
    return { field: [path, missing].filter(Boolean).join('.'), message: 'is missing' }
  }
  const property = (schema.properties as Readonly<Record<string, Described>>)[path.split('.', 1)[0]!]
  const expected = property?.description === undefined ? '' : ` (${property.description})`
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
