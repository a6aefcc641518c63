/** Console: applies a change that somebody tries to the settings of a destination, and checks it as a deployment does, because links are
 * compiled to code and conditions run on every event. Never shows a value. Pure. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import { Destination } from '../../schemas/destination.ts'
import { conditionProblems } from '../decision/check_condition.ts'
import { checkDestination, formatProblem } from '../linkage/require_links.ts'
import type { DecisionSettings } from '../replay/prediction.ts'
import { targetOf } from '../targets/registry.ts'
import { invalid } from './definition_request.ts'

type Members = Readonly<Record<string, unknown>>

/** Parts of a destination that can be tried, and what they replace: `rules` and `consent` the whole list, `settings` and `linkage` what they name. */
const parts = ['rules', 'consent', 'settings', 'linkage', 'consentDefaults']

/** Maximum number of rules and of problems in the answer. */
const maxRules = 100
const maxProblems = 10

interface Problem {
  field: string
  description: string
}

/** Returns the settings with the change, for this destination alone. Throws INVALID_ARGUMENT with every problem. */
export function changedSettings(
  settings: DecisionSettings,
  destination: Destination,
  change: unknown,
): DecisionSettings {
  if (!isObject(change) || Object.keys(change).length === 0)
    throw invalid([{ field: 'change', description: `Expected an object with some of ${parts.join(', ')}.` }])
  const unknown = Object.keys(change).filter((name) => !parts.includes(name))
  if (unknown.length > 0)
    throw invalid([
      {
        field: `change.${unknown[0]!.slice(0, 64)}`,
        description: `Unknown member. Use ${parts.join(', ')}.`,
      },
    ])
  const { consentDefaults = settings.consentDefaults, ...own } = change
  demand([
    ...schemaProblems(ConsentDefaults, consentDefaults, 'change.consentDefaults'),
    ...settingProblems(destination, own['settings'] ?? {}),
  ])
  const changed = merged(destination, own)
  demand(schemaProblems(Destination, changed, 'change'))
  const { rules } = changed as Destination
  demand([
    ...(rules.length > maxRules
      ? [{ field: 'change.rules', description: `Expected at most ${maxRules} rules.` }]
      : []),
    ...rules.flatMap(({ when }, index) =>
      conditionProblems(when, { hasDestination: true }).map((description) => ({
        field: `change.rules[${index}].when`,
        description: `${description}.`,
      })),
    ),
    ...checkDestination(changed as Destination, targetOf(destination.target)).map((problem) => ({
      field: 'change',
      description: formatProblem(problem),
    })),
  ])
  return {
    destinations: [changed as Destination],
    consentDefaults: consentDefaults as ConsentDefaults,
    sources: settings.sources,
  }
}

function merged(destination: Destination, { settings, linkage, ...replaced }: Members): Members {
  // From entries, because a link may be named `__proto__` until it is checked.
  const links = Object.fromEntries(
    Object.entries(isObject(linkage) ? linkage : {}).map(([name, link]) => [
      name,
      isObject(link) ? { ...destination.linkage?.[name], ...link } : link,
    ]),
  )
  return {
    ...destination,
    ...replaced,
    settings: { ...destination.settings, ...(settings as object | undefined) },
    // Anything else than an object is for the schema to refuse.
    ...(linkage !== undefined && {
      linkage: isObject(linkage) ? { ...destination.linkage, ...links } : linkage,
    }),
  }
}

/** Checks each changed setting alone: the secrets are not known here. */
function settingProblems({ target }: Destination, settings: unknown): readonly Problem[] {
  if (!isObject(settings)) return [{ field: 'change.settings', description: 'Expected an object.' }]
  const { properties } = targetOf(target).settings
  return Object.entries(settings).flatMap(([name, value]) => {
    const field = `change.settings.${name.slice(0, 64)}`
    const schema = Object.hasOwn(properties, name) ? (properties[name] as TSchema) : undefined
    if (!schema)
      return [{ field, description: `Target ${target} has ${Object.keys(properties).join(', ')}.` }]
    if ('secret' in schema) return [{ field, description: 'A secret cannot be tried.' }]
    return schemaProblems(schema, value, field)
  })
}

function schemaProblems(schema: TSchema, value: unknown, field: string): readonly Problem[] {
  if (Value.Check(schema, value)) return []
  return Value.Errors(schema, value).map(({ instancePath, message }) => ({
    field: `${field}${instancePath.replaceAll('/', '.')}`,
    description: `It ${message}.`,
  }))
}

function demand(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalid(problems.slice(0, maxProblems))
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
