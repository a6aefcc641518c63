/** Local stack: reads inputs of a resource. Throws an error that names the resource and the input if the type is unexpected. */
import type { Resource } from '../pulumi/graph.ts'

type Values = Readonly<Record<string, unknown>>

export function requireText({ urn, inputs }: Pick<Resource, 'urn' | 'inputs'>, key: string): string {
  const value = inputs[key]
  if (typeof value === 'string') return value
  throw new Error(`${urn}: input ${key} must be text, got ${JSON.stringify(value)}.`)
}

export function record({ urn, inputs }: Pick<Resource, 'urn' | 'inputs'>, key: string): Values {
  const value = inputs[key]
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values
  throw new Error(`${urn}: input ${key} must be an object, got ${JSON.stringify(value)}.`)
}

/** Returns the named inputs that are set. Pulumi's names are those of the REST API. */
export function pick(inputs: Values, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => inputs[key] !== undefined).map((key) => [key, inputs[key]]))
}

/** Returns the full name, such as `projects/p/topics/t`, of a full name or an id. */
export function qualified(name: string, project: string, collection: string): string {
  return name.startsWith('projects/') ? name : `projects/${project}/${collection}/${name}`
}
