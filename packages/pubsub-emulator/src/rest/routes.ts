/** Routes: the REST paths of every method, from the google.api.http annotations of its definition.
 * https://cloud.google.com/pubsub/docs/reference/rest */
import { methods, type ServedMethod } from '../methods/index.ts'
import { resolveType } from '../protos.ts'

/** A method with its path. */
export interface Route {
  method: ServedMethod
  /** `google.pubsub.v1.Publisher.Publish` */
  fullName: string
  requestType: string
  responseType: string
  /** Where the body is in the request: `*` for the whole request, the name of a member, or undefined without a body. */
  body: string | undefined
  pattern: RegExp
  /** The request fields in the path, one per group of the pattern: `topic` or `subscription.name`. */
  variables: readonly string[]
}

const annotation = /^\(google\.api\.http\)\.(?:additional_bindings\.)?(get|put|post|patch|delete)$/

/** Compiles a path such as `/v1/{topic=projects/*\/topics/*}:publish` to a pattern. */
function compile(template: string): { pattern: RegExp; variables: string[] } {
  const variables: string[] = []
  const source = template.replaceAll(/\{([^=}]+)=([^}]+)\}/g, (_, variable: string, path: string) => {
    variables.push(variable)
    return `(${path.replaceAll('*', '[^/:]+')})`
  })
  return { pattern: new RegExp(`^${source}$`), variables }
}

const routes: Record<string, Route[]> = {}
for (const method of methods) {
  const { service, name, definition } = method
  const scope = service.slice(0, service.lastIndexOf('.'))
  for (const [option, template] of Object.entries(definition.options ?? {})) {
    const verb = annotation.exec(option)?.[1]?.toUpperCase()
    if (!verb) continue
    const route: Route = {
      method,
      fullName: `${service}.${name}`,
      requestType: resolveType(scope, definition.requestType),
      responseType: resolveType(scope, definition.responseType),
      body: definition.options?.['(google.api.http).body'],
      ...compile(template),
    }
    const list = (routes[verb] ??= [])
    // The path of nearly all requests is first.
    if (name === 'Publish') list.unshift(route)
    else list.push(route)
  }
}

/** Returns the route of a request and the values of its path variables, or undefined if no method of the API has this path. */
export function findRoute(verb: string, path: string): { route: Route; values: string[] } | undefined {
  for (const route of routes[verb] ?? []) {
    const match = route.pattern.exec(path)
    if (match) return { route, values: match.slice(1) }
  }
  return undefined
}

/** Sets the fields of the request that are in the path. */
export function bindPath(request: object, { variables }: Route, values: readonly string[]): void {
  variables.forEach((variable, index) => {
    const fields = variable.split('.')
    const last = fields.pop() ?? ''
    let target = request as Record<string, unknown>
    for (const field of fields) target = (target[field] ??= {}) as Record<string, unknown>
    target[last] = values[index]
  })
}
