/** Local stack, applying the graph: reads inputs of a resource, and says clearly when the graph is not as expected. */
import type { Resource } from '../pulumi/graph.ts'

type Values = Readonly<Record<string, unknown>>

export function requireText({ urn, inputs }: Pick<Resource, 'urn' | 'inputs'>, key: string): string {
  const value = inputs[key]
  if (typeof value === 'string') return value
  throw new Error(`${urn}: input ${key} should be text, got ${JSON.stringify(value)}.`)
}

export function record({ urn, inputs }: Pick<Resource, 'urn' | 'inputs'>, key: string): Values {
  const value = inputs[key]
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values
  throw new Error(`${urn}: input ${key} should be an object, got ${JSON.stringify(value)}.`)
}

/** The named inputs that are set, under the same names: Pulumi's are those of the REST API. */
export function pick(inputs: Values, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => inputs[key] !== undefined).map((key) => [key, inputs[key]]))
}

/** `projects/p/topics/t` of a full name or of a bare id. */
export function qualified(name: string, project: string, collection: string): string {
  return name.startsWith('projects/') ? name : `projects/${project}/${collection}/${name}`
}
