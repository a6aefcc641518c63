/** Creator: turns what the user says about consent into links of the context field `consent`. Pure. */
import { consentSignals, type ConsentSignal, type Source } from '../../schemas/link.ts'
import type { Translation } from '../../schemas/translation.ts'
import type { ConsentChoice, ConsentField } from './choices.ts'

/** Maximum number of different values of a field that the user can choose from. */
const maxValues = 12

/** Returns the links; none if the source does not know. A signal without a link is not stated, which counts as not granted. */
export function consentLinks(
  choice: ConsentChoice,
  valuesOf: (path: string) => readonly string[],
): Readonly<Record<string, Source>> {
  if (choice.kind === 'unknown' || choice.kind === 'saved') return {}
  const sources = consentSignals.flatMap((signal): [string, Source][] => {
    if (choice.kind === 'everybody') return [[`consent.${signal}`, { const: 'granted' }]]
    const field = choice.fields[signal]
    return field === undefined || field.path === ''
      ? []
      : [[`consent.${signal}`, sourceOf(field, valuesOf(field.path))]]
  })
  return Object.fromEntries(sources)
}

const vouching = 'Consent: everybody has agreed.'

/** The description of the version, which says why everybody has agreed, if somebody says so. Else, that of the version that the draft starts
 * from, unless it said so and the user says otherwise. */
export function draftDescription({ kind, reason }: ConsentChoice, base: Translation | undefined): string {
  if (kind === 'everybody') return reason.trim() === '' ? '' : `${vouching} ${reason.trim()}`.slice(0, 1024)
  const before = base?.description ?? ''
  return kind !== 'saved' && before.startsWith(vouching) ? '' : before
}

/** Every other value of the sample denies. A value that the sample does not have states nothing. */
function sourceOf({ path, value }: ConsentField, values: readonly string[]): Source {
  if (value === undefined) return { when: { path, exists: true }, then: { const: 'granted' } }
  const others = values.filter((each) => each !== value).map((each) => [each, 'denied'] as const)
  return { from: path, values: Object.fromEntries([...others, [value, 'granted']]) }
}

/** Returns the problem that prevents saving; undefined if there is none. */
export function consentProblem({ kind, reason, fields }: ConsentChoice): string | undefined {
  if (kind === 'everybody' && reason.trim() === '')
    return 'Enter why everybody has agreed, in step 3: the reason is kept with the version.'
  const isSaid = consentSignals.some((signal) => (fields[signal]?.path ?? '') !== '')
  return kind === 'fields' && !isSaid
    ? 'Choose a field for at least one consent signal, in step 3, or choose "It does not know".'
    : undefined
}

/** Returns the different values, as the link compares them: as texts, without null and empty texts. None if they are too many to choose from. */
export function distinctTexts(values: readonly unknown[]): readonly string[] {
  const texts = new Set<string>()
  for (const value of values)
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean')
      texts.add(String(value))
  return texts.size > maxValues ? [] : [...texts]
}

const consentWords =
  /consent|opt_?in|opted|newsletter|marketing|subscri|einwillig|analytics|advertis|gdpr|dsgvo|permission|accepts/i
// Who accepts terms has not agreed to advertising.
const termsWords = /terms|agb|conditions|privacy_?policy|datenschutz|tos\b|waiver/i

/** Returns the fields that may tell consent, likely ones first. Accepted terms are no consent. */
export function consentPaths(paths: readonly string[]): readonly string[] {
  const allowed = paths.filter((path) => !termsWords.test(path))
  const isLikely = (path: string): boolean => consentWords.test(path)
  return [...allowed.filter(isLikely), ...allowed.filter((path) => !isLikely(path))]
}

export function isLikelyConsent(path: string): boolean {
  return consentWords.test(path) && !termsWords.test(path)
}

/** Words that grant, in the order of preference. */
const yes = /^(true|yes|y|1|ja|oui|si|sí|on|granted|subscribed|opted_?in)$/i

/** Returns the choice for a field: its value that means yes, or any value. */
export function fieldChoiceFor(path: string, values: readonly string[]): ConsentField {
  const value = values.find((each) => yes.test(each))
  return value === undefined ? { path } : { path, value }
}

/** What each signal permits, in words. */
export const signalMeanings: Readonly<Record<ConsentSignal, string>> = {
  ad_storage: 'Identifiers for advertising',
  ad_user_data: 'Personal data to advertisers',
  ad_personalization: 'Personalized advertising',
  analytics_storage: 'Identifiers for analytics',
}
