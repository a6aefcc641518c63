/** Settings: checks the settings and secrets of a destination against its target. Pure. */
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { formProblems } from './form.ts'

/** JSON Schema of a target's settings; secret members have `secret: true`. */
interface TargetSettings {
  properties: Readonly<Record<string, { secret?: boolean }>>
  required?: readonly string[]
  /** Alternative sets of settings, one of which is required. */
  anyOf?: readonly { required: readonly string[] }[]
}

/** The settings of one destination, and its target. */
interface ConfiguredTarget {
  /** `sluice:destinations.crm` */
  path: string
  target: { name: string; settings: object }
  settings: Readonly<Record<string, unknown>>
  secrets: Readonly<Record<string, string>>
}

/** Returns a line for each problem. No line holds a value. */
export function targetSettingProblems({
  path,
  target,
  settings,
  secrets,
}: ConfiguredTarget): readonly string[] {
  const schema = target.settings as TargetSettings
  const open = Object.keys(settings).filter((name) => schema.properties[name]?.secret === true)
  const plain = Object.keys(secrets).filter((name) => schema.properties[name]?.secret === undefined)
  const closed = plain.filter((name) => name in schema.properties)
  const misplaced = [...open, ...closed]
  const problems = [
    ...open.map(
      (name) =>
        `${path}.settings.${name} is a secret of the target ${target.name} and must not be set there. Remove it and run: ` +
        `pulumi config set --secret --path '${path}.secrets.${name}' …`,
    ),
    ...closed.map(
      (name) =>
        `${path}.secrets.${name} is not a secret of the target ${target.name}. Set ${path}.settings.${name} instead`,
    ),
    ...partProblems(
      schema,
      false,
      `settings of the target ${target.name}`,
      misplaced,
      settings,
      `${path}.settings`,
    ),
    ...partProblems(
      schema,
      true,
      `secret settings, each set with \`pulumi config set --secret\`, of the target ${target.name}`,
      misplaced,
      secrets,
      `${path}.secrets`,
    ),
  ]
  return problems.length > 0 ? problems : missingChoice(schema, path, { ...settings, ...secrets })
}

/** Checks either the secret settings or the others against their schemas. Misplaced settings are already reported. */
function partProblems(
  { properties, required = [] }: TargetSettings,
  secret: boolean,
  what: string,
  misplaced: readonly string[],
  values: Readonly<Record<string, unknown>>,
  path: string,
): readonly string[] {
  const members = Object.entries(properties).filter(([, member]) => (member.secret ?? false) === secret)
  const names = members.map(([name]) => name)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(members),
    required: required.filter((name) => names.includes(name) && !misplaced.includes(name)),
    additionalProperties: false,
    description: `${what}: ${names.join(', ') || 'none'}`,
  } as TSchema
  const value = Object.fromEntries(Object.entries(values).filter(([name]) => !misplaced.includes(name)))
  return formProblems(schema, value, path).map(({ line }) => line)
}

function missingChoice(schema: TargetSettings, path: string, whole: object): readonly string[] {
  if (Check(schema as TSchema, whole)) return []
  const choices = (schema.anyOf ?? []).map(({ required }) => required.join(' and '))
  return [`${path}.settings must have ${choices.join(' or ')}`]
}
