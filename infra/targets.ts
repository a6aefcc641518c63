/** Settings: checks destinations against the targets they are instances of, so that a wrong one stops `pulumi up` and not the first event. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { nearest } from '../schemas/nearest.ts'
import { settingProblem } from './settings_error.ts'

/** JSON Schema of the settings of a target, an object; members that are secret say `secret`. */
interface TargetSettings {
  properties: Readonly<Record<string, { secret?: boolean }>>
  required?: readonly string[]
  /** Sets of settings one of which must be there. */
  anyOf?: readonly { required: readonly string[] }[]
}

/** What is told of a target. */
export interface Target {
  name: string
  settings: object
}

/** The targets by name, with the JSON Schema of their settings. */
export type DeclaredTargets = Readonly<Record<string, object>>

export const declared = (targets: readonly Target[]): DeclaredTargets =>
  Object.fromEntries(targets.map(({ name, settings }) => [name, settings]))

/** Where `npm run build` puts the declarations. Absolute, because Pulumi runs the program in infra/. */
export const targetsFile = resolve(import.meta.dirname, '../dist/targets.json')

/** The declarations that `npm run build` made. Throws when there are none. */
export const readTargets = (file: string = targetsFile): DeclaredTargets => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DeclaredTargets
  } catch (error) {
    throw new Error(`${file} cannot be read: run \`npm run build\` first`, { cause: error })
  }
}

/** One destination as the settings have it. */
export interface Given {
  target: string
  settings: Readonly<Record<string, unknown>>
  secrets: Readonly<Record<string, string>>
}

/** What is wrong with a destination, in one sentence that never holds a value; undefined when nothing is. */
export const destinationProblem = (
  targets: DeclaredTargets,
  namespace: string,
  id: string,
  { target, settings, secrets }: Given,
): string | undefined => {
  const path = `${namespace}:destinations.${id}`
  const schema = Object.hasOwn(targets, target) ? (targets[target] as TargetSettings) : undefined
  if (!schema) {
    const meant = nearest(target, Object.keys(targets))
    const known = Object.keys(targets).toSorted().join(', ')
    return `${path}.target is no target. Expected: ${known}${meant === undefined ? '' : `. Did you mean ${meant}?`}`
  }
  return (
    misplaced(schema, path, target, { settings, secrets }) ??
    settingProblem(
      formOf(schema, id, target),
      { destinations: { [id]: { settings, secrets } } },
      namespace,
    ) ??
    missingChoice(schema, path, { ...settings, ...secrets })
  )
}

type Parts = Pick<Given, 'settings' | 'secrets'>

const misplaced = (
  { properties }: TargetSettings,
  path: string,
  target: string,
  { settings, secrets }: Parts,
): string | undefined => {
  const open = Object.keys(settings).find((name) => properties[name]?.secret)
  if (open !== undefined) {
    return (
      `${path}.settings.${open} is a secret of the target ${target} and must not stand there. Take it out and say: ` +
      `pulumi config set --secret --path '${path}.secrets.${open}' …`
    )
  }
  const plain = Object.keys(secrets).find((name) => properties[name] && !properties[name].secret)
  return (
    plain && `${path}.secrets.${plain} is no secret of the target ${target}. Set ${path}.settings.${plain}`
  )
}

/** The form that one destination of the target must have, secrets apart. */
const formOf = ({ properties, required = [] }: TargetSettings, id: string, target: string): TSchema => {
  const part = (secret: boolean, what: string) => {
    const members = Object.entries(properties).filter(([, member]) => (member.secret ?? false) === secret)
    const names = members.map(([name]) => name)
    return {
      type: 'object',
      properties: Object.fromEntries(members),
      required: required.filter((name) => names.includes(name)),
      additionalProperties: false,
      description: `${what} of the target ${target}: ${names.join(', ') || 'none'}`,
    }
  }
  const settings = part(false, 'settings')
  const secrets = part(true, 'secret settings, each set with `pulumi config set --secret`,')
  const within = (name: string, member: object) => ({ type: 'object', properties: { [name]: member } })
  return within('destinations', within(id, { type: 'object', properties: { settings, secrets } }))
}

const missingChoice = (schema: TargetSettings, path: string, whole: object): string | undefined => {
  if (Check(schema as TSchema, whole)) return undefined
  const choices = (schema.anyOf ?? []).map(({ required }) => required.join(' and '))
  return `${path}.settings must have ${choices.join(' or ')}`
}
