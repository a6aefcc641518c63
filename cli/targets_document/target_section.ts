/** docs/targets.md: the section of one target: its identifiers, fields, events and settings. */
import type { Target } from '../../functions/targets/target.ts'
import { code, listed, table } from '../../schemas/markdown.ts'
import { eventNamesOf } from './target_facts.ts'

/** Returns the section of a target. Its anchor is the target's name. */
export function targetSection(target: Target): string {
  const lines = [
    `Purpose ${target.purpose}. [Page of the vendor](${target.docs}).`,
    identifiers(target),
    kept(target),
    together(target),
    profile(target),
    merge(target),
    members(target),
    tokens(target),
    events(target),
  ].filter((line) => line !== undefined)
  const own = target.title.toLowerCase() === target.name ? '' : `\n\n${target.title}.`
  return `## ${target.name}${own}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n${settings(target)}`
}

function identifiers({ identity }: Target): string {
  if (identity.length === 0) return '**Required identifiers**: none.'
  const sets = identity.map((fields) => listed(fields.map((field) => `\`${field}\``)))
  return `**Required identifiers**: ${sets.length === 1 ? '' : 'one of '}${sets.join('; ')}.`
}

function kept({ dedup, honours, keep = [] }: Target): string | undefined {
  const fields = [...(dedup === null ? [] : [dedup]), ...(honours ? [honours.flag] : []), ...keep]
  if (fields.length === 0) return undefined
  return `**Never left out**: ${code(new Set(fields))}. An event is skipped if one of these is invalid.`
}

function together({ together: groups = [] }: Target): string | undefined {
  if (groups.length === 0) return undefined
  return `**Left out together**: ${groups.map((fields) => listed(fields.map((field) => `\`${field}\``))).join('; ')}.`
}

function profile({ profiles }: Target): string | undefined {
  if (!profiles) return undefined
  const how =
    (profiles.ownRequest ? ', in a request of its own' : '') +
    (profiles.setting ? `, if the setting \`${profiles.setting}\` is there` : '')
  return `**Profile**: ${code(Object.keys(profiles.linkage))}${how}.`
}

function merge({ merges }: Target): string | undefined {
  if (!merges) return undefined
  const how = merges.ownRequest ? ', in a request of its own' : ''
  return `**[Merge](${merges.docs})** of an anonymous visitor with the user: ${code(Object.keys(merges.linkage))}${how}, if the setting \`${merges.setting}\` is there.`
}

function members({ audience }: Target): string | undefined {
  if (!audience) return undefined
  const { docs, identifiers, lookup, receipts } = audience
  const operations = lookup?.operations.map((each) => (each === 'add' ? 'added' : 'removed')) ?? []
  const how = lookup ? ` Those to be ${listed(operations)} are found first.` : ''
  const later = receipts ? ` Whether it could use them is [asked later](${receipts.docs}).` : ''
  return `**[List of people](${docs})**: members by ${code(identifiers)}. If one of these changes, the former member is removed.${how}${later}`
}

function events(target: Target): string | undefined {
  const { renamed, own, skipped } = eventNamesOf(target)
  const parts = [
    ...[...renamed].map(([name, types]) => `${name} for ${listed(types.map(([type]) => `\`${type}\``))}`),
    ...(own.length > 0 && renamed.size > 0 ? [`under their own names ${code(own)}`] : []),
    ...(skipped.length > 0 ? [`skipped ${code(skipped)}`] : []),
  ]
  return parts.length === 0 ? undefined : `**Events**: ${parts.join('; ')}.`
}

function tokens({ oauth }: Target): string | undefined {
  return (
    oauth &&
    `**[Access tokens](${oauth.docs})**: exchanged for the refresh token, and kept until they end.${oauth.rolls ? ' Each exchange gives a [new refresh token](audiences.md#refresh-tokens-that-roll), which `forward` keeps.' : ''}`
  )
}

interface Setting {
  description?: string
  secret?: true
}

function settings({ settings: { properties, required } }: Target): string {
  const needed = new Set<string>(required)
  return table(
    ['Setting', '', 'Meaning'],
    Object.entries(properties as Readonly<Record<string, Setting>>).map(
      ([name, { secret, description = '' }]) => [
        `\`${name}\``,
        [needed.has(name) ? 'required' : 'optional', ...(secret ? ['secret'] : [])].join(', '),
        description,
      ],
    ),
  )
}
