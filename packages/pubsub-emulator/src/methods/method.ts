/** Methods: the unary calls of the Pub/Sub API, with the permissions that they require, for REST and gRPC. */
import type { RequiredPermission } from '../authorization.ts'
import type { Broker } from '../broker.ts'
import { invalidArgument } from '../errors.ts'
import { definition } from '../protos.ts'

/** The context of a call. */
export interface Call {
  /** Returns true if the caller has a permission on a resource. */
  allows: (permission: string, resource: string) => boolean
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

/** A method. Requests and responses have the shape of their protobuf messages. */
export interface Method {
  requires: (request: object, broker: Broker) => readonly RequiredPermission[]
  run: (broker: Broker, request: object, call: Call) => Promise<object> | object
}

/** Declares a method with its request type. Both servers read requests by the protobuf definition, so the type is not checked again. */
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

/** Returns a page of resources in the order of their names. The page token is the last name of the previous page. */
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

/** Returns `current` with the fields of the mask from `given`. Throws INVALID_ARGUMENT for a field that cannot be changed. */
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
