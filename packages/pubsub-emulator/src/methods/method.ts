/** Methods: what each unary call of the Pub/Sub API needs of its caller and does, whichever door it came through. */
import type { RequiredPermission } from '../authorization.ts'
import type { Broker } from '../broker.ts'
import { invalidArgument } from '../errors.ts'
import { definition } from '../protos.ts'

/** The circumstances of a call. */
export interface Call {
  /** Whether the caller holds a permission on a resource. */
  allows: (permission: string, resource: string) => boolean
  /** Aborted when the caller goes away. */
  signal: AbortSignal
}

/** One method, over requests and responses in the shape of their protobuf messages. */
export interface Method {
  requires: (request: object, broker: Broker) => readonly RequiredPermission[]
  run: (broker: Broker, request: object, call: Call) => Promise<object> | object
}

/** Declares a method over its request type; both doors read requests by the very protobuf definition. */
export function method<Request extends object>(
  requires: (request: Request, broker: Broker) => readonly RequiredPermission[],
  run: (broker: Broker, request: Request, call: Call) => Promise<object> | object,
): Method {
  return {
    requires: (request, broker) => requires(request as Request, broker),
    run: (broker, request, call) => run(broker, request as Request, call),
  }
}

/** A request for one page of a list. */
export interface PageRequest {
  pageSize?: number
  pageToken?: string
}

/** One page of named things in the order of their names; a token names the last one of the page before. */
export function page<T>(
  all: Iterable<T>,
  name: (item: T) => string,
  { pageSize = 0, pageToken = '' }: PageRequest,
): { items: T[]; nextPageToken?: string } {
  const after = Buffer.from(pageToken, 'base64url').toString()
  const rest = [...all].filter((item) => name(item) > after).toSorted((a, b) => (name(a) < name(b) ? -1 : 1))
  const size = pageSize > 0 ? Math.min(pageSize, 1000) : 100
  const items = rest.slice(0, size)
  const last = items.at(-1)
  if (last === undefined || rest.length <= size) return { items }
  return { items, nextPageToken: Buffer.from(name(last)).toString('base64url') }
}

/** google.protobuf.FieldMask */
export interface FieldMask {
  paths?: string[]
}

function camelCase(path: string): string {
  return path.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** `current` with the fields of the mask taken from `given`; INVALID_ARGUMENT for a field that may not change. */
export function masked<T extends object>(
  current: T,
  given: T,
  mask: FieldMask | undefined,
  { message, updatable }: { message: string; updatable: readonly (keyof T & string)[] },
): T {
  const paths = mask?.paths ?? []
  if (paths.length === 0)
    throw invalidArgument(
      `The update_mask in the Update${message}Request must be set, and must contain a non-empty paths list.`,
    )
  const invalid = (why: string) =>
    invalidArgument(`Invalid update_mask provided in the Update${message}Request: ${why}`)
  const known = definition(`google.pubsub.v1.${message}`)?.fields ?? {}
  const updated = { ...current }
  for (const path of paths) {
    const name = camelCase(path)
    if (path !== path.toLowerCase() || !known[name])
      throw invalid(
        `'${path}' is not a known ${message} field. Note that field paths must be of the form 'push_config' rather than 'pushConfig'.`,
      )
    const field = updatable.find((candidate) => candidate === name)
    if (!field) throw invalid(`the '${path}' field in the ${message} is not mutable.`)
    updated[field] = given[field]
  }
  return updated
}
