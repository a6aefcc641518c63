/** Destinations: writes the settings of a destination as YAML and commands, for people to apply with Pulumi. Pure. */
import type { Rule } from '../../schemas/decision.ts'
import type { ShownSetting, ShownTarget } from '../../schemas/shown_destination.ts'

/** What the form asks for. */
export interface NewSettings {
  id: string
  /** Setting → text as typed. Empty ones are left out. */
  values: Readonly<Record<string, string>>
  /** CEL condition of the permit rule. */
  when: string
}

/** Without a value, so that Pulumi asks for it: a value on the command line stays in the history of the shell. */
export function secretCommand(id: string, setting: string): string {
  return `pulumi config set --secret --path 'sluice:destinations.${id}.secrets.${setting}'`
}

/** The part of Pulumi.<stack>.yaml below `config`. JSON texts are YAML. https://yaml.org/spec/1.2.2/#12-overview-of-yaml */
export function settingsYaml({ name, settings }: ShownTarget, { id, values, when }: NewSettings): string {
  const plain = settings.flatMap((setting) => {
    const text = (values[setting.name] ?? '').trim()
    return setting.isSecret || text === '' ? [] : [`        ${setting.name}: ${yamlValue(setting, text)}`]
  })
  return [
    '  sluice:destinations:',
    `    ${id}:`,
    `      target: ${name}`,
    ...(plain.length > 0 ? ['      settings:', ...plain] : []),
    '      rules:',
    `        - id: permit_chosen`,
    '          effect: permit',
    `          when: ${JSON.stringify(when)}`,
  ].join('\n')
}

/** The rules of a destination as YAML, for its part of Pulumi.<stack>.yaml. */
export function rulesYaml(id: string, rules: readonly Rule[]): string {
  return [
    '  sluice:destinations:',
    `    ${id}:`,
    '      rules:',
    ...rules.flatMap(({ id: rule, effect, when, reason }) => [
      `        - id: ${rule}`,
      `          effect: ${effect}`,
      `          when: ${JSON.stringify(when)}`,
      ...(reason === undefined ? [] : [`          reason: ${JSON.stringify(reason)}`]),
    ]),
  ].join('\n')
}

/** The rules with this one: it replaces the rule of its id, or else follows the others. */
export function withRule(rules: readonly Rule[], rule: Rule): readonly Rule[] {
  return rules.some(({ id }) => id === rule.id)
    ? rules.map((each) => (each.id === rule.id ? { ...each, ...rule } : each))
    : [...rules, rule]
}

function yamlValue({ type }: ShownSetting, text: string): string {
  return type === 'string' ? JSON.stringify(text) : text
}

/** The commands that set the secrets, check the settings and deploy them. */
export function deployCommands({ settings }: ShownTarget, id: string): string {
  return [
    ...settings
      .filter(({ isSecret, isRequired }) => isSecret && isRequired)
      .map(({ name }) => secretCommand(id, name)),
    'npx sluice check',
    'npx sluice plan',
    'pulumi up',
  ].join('\n')
}

/** The condition that permits these event types, separated by commas; every event if there are none. */
export function conditionOf(types: string): string {
  const names = types
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) return 'true'
  return `event.event_name in [${names.map((name) => `'${name.replaceAll(/[\\']/g, '\\$&')}'`).join(', ')}]`
}

/** What is wrong with a setting as typed; undefined if nothing is. */
export function settingProblem(
  { isRequired, type, choices }: ShownSetting,
  typed: string,
): string | undefined {
  const text = typed.trim()
  if (text === '') return isRequired ? 'Required.' : undefined
  if (choices && !choices.includes(text)) return `Expected one of ${choices.join(', ')}.`
  if (type === 'string') return undefined
  const value = parsed(text)
  const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  const isFitting = type === 'integer' ? Number.isInteger(value) : type === kind
  return isFitting ? undefined : `Expected ${kinds[type] ?? `JSON of type ${type}`}.`
}

const kinds: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a JSON object, such as {"name": "value"}',
  array: 'a JSON list, such as ["value"]',
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is wrong with an id; undefined if nothing is (schemas/destination.ts). */
export function idProblem(id: string, taken: readonly string[]): string | undefined {
  if (!/^[a-z][a-z0-9_]{1,30}$/.test(id))
    return 'Expected 2 to 31 lowercase letters, digits and underscores, a letter first.'
  return taken.includes(id) ? 'A destination has this id already.' : undefined
}
