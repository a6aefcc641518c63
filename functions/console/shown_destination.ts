/** Console: describes destinations and targets for the page, without any secret. Pure. */
import type { TSchema } from 'typebox'
import type { Destination } from '../../schemas/destination.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import type { Link } from '../../schemas/link.ts'
import type {
  DestinationLinks,
  ShownDestination,
  ShownLinkField,
  ShownSetting,
  ShownTarget,
} from '../../schemas/shown_destination.ts'
import { neededConsent } from '../decision/consent.ts'
import { credentialsCommand } from '../delivery/credentials_command.ts'
import { withoutKeys } from '../delivery/hidden_settings.ts'
import { redeliveryCommand } from '../health/repair.ts'
import { targetEventOf } from '../linkage/event_name.ts'
import { fieldAt, itemsOf, keywordsOf } from '../linkage/keywords.ts'
import { eventTypesWithLink, linkFor } from '../linkage/merge_links.ts'
import { targetOf } from '../targets/registry.ts'
import type { Target } from '../targets/target.ts'
import { changeText, linkSourceText } from './link_text.ts'

/** `since`: RFC 3339, the start of the period whose events the commands deliver. */
export function describeDestination(
  destination: Destination,
  since: string,
): Omit<ShownDestination, 'isPaused' | 'mayPause'> {
  const { id, target: name, rules, settings, consent, requests_per_second: rate, ordered } = destination
  const target = targetOf(name)
  const redeliver = (outcome: string): string =>
    redeliveryCommand({ destination, since, outcomes: [outcome] })
  return {
    id,
    target: name,
    title: target.title,
    purpose: target.purpose,
    docs: target.docs,
    settings: settingsOfTarget(target).map(({ name: setting, description, isSecret, type }) => ({
      name: setting,
      description,
      isSecret,
      type,
      // A secret that was put among the plain settings by mistake is not shown either.
      ...(!isSecret && settings[setting] !== undefined && { value: plainValue(setting, settings[setting]) }),
    })),
    rules,
    consent: consent ?? neededConsent(target.purpose, target.audience?.consent),
    isConsentOwn: consent !== undefined,
    ...(rate !== undefined && { requestsPerSecond: rate }),
    isOrdered: ordered === true,
    commands: {
      pause: `npx sluice pause ${id}`,
      resume: `npx sluice resume ${id}`,
      credentials: credentialsCommand(destination),
      redeliver: {
        refused: redeliver('refused'),
        skipped: redeliver('skipped'),
        dead: redeliver('dead'),
      },
    },
  }
}

/** Returns a setting as text, without what may be a key. */
function plainValue(name: string, value: unknown): string {
  const shown = withoutKeys(name, value)
  if (name === 'headers' && typeof shown === 'object' && shown !== null)
    return Object.entries(shown)
      .map(([header, text]) => `${header}: ${text}`)
      .join(', ')
  return typeof shown === 'string' ? shown : JSON.stringify(shown)
}

export function describeTarget(target: Target): ShownTarget {
  const { name, title, purpose, docs, audience } = target
  return {
    name,
    title,
    purpose,
    docs,
    settings: settingsOfTarget(target),
    consent: neededConsent(purpose, audience?.consent),
  }
}

function settingsOfTarget({ settings }: Target): readonly ShownSetting[] {
  const { properties, required = [] } = keywordsOf(settings)
  return Object.entries(properties ?? {}).map(([name, schema]) => {
    const { type = 'string', enum: choices } = keywordsOf(schema)
    const { description = '', examples } = schema as TSchema & {
      description?: string
      examples?: readonly unknown[]
    }
    return {
      name,
      description,
      isRequired: required.includes(name),
      isSecret: 'secret' in schema,
      type,
      ...(choices && { choices: choices.map(String) }),
      ...(examples && examples.length > 0 && { example: JSON.stringify(examples[0]) }),
    }
  })
}

export function describeLinks(destination: Destination): DestinationLinks {
  const target = targetOf(destination.target)
  const types = [...eventTypesWithLink(destination, target)].toSorted()
  const names = [...new Set([...eventTypes.keys(), ...types])]
  return {
    links: ['*', ...types].map((eventName) => {
      const link = linkFor(destination, target, eventName)
      return { eventName, ...(link && { fields: fieldsOf(link, { destination, target, eventName }) }) }
    }),
    names: Object.fromEntries(
      names.map((name) => [name, targetEventOf(target, destination.settings, name) ?? null]),
    ),
  }
}

function fieldsOf(
  link: Link,
  about: { destination: Destination; target: Target; eventName: string },
): readonly ShownLinkField[] {
  const { linkage = {} } = about.destination
  const own = [linkage['*'], linkage[about.eventName]]
  return Object.entries(link).flatMap(([field, source]) => {
    if (source === null) return []
    const schema = fieldAt(about.target.fields, field)
    // A list of personal values declares on its elements how each is changed.
    const element = schema && (itemsOf(schema) ?? schema)
    const { normalize, hash = false } = element ? keywordsOf(element) : {}
    const how = [
      changeText(source),
      ...(normalize === undefined ? [] : [`normalized as ${normalize.replaceAll('_', ' ')}`]),
      ...(hash ? ['SHA-256'] : []),
    ]
    return [
      {
        field,
        from: linkSourceText(source),
        how: how.filter((text) => text !== '').join(', '),
        isOwn: own.some((each) => each !== undefined && Object.hasOwn(each, field)),
      },
    ]
  })
}
