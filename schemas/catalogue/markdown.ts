/** Catalogue: describes event types in Markdown. */
import { aliasesOf } from '../aliases.ts'
import type { EventType } from '../event_type.ts'
import { deprecationNotice } from '../lifecycle.ts'
import { table } from '../markdown.ts'
import { describedFields, type DescribedField } from './described_field.ts'

/** Returns a section for each type. */
export function typesMarkdown(types: Iterable<EventType>): string {
  return `${Array.from(types, sectionOf).join('\n\n')}\n`
}

function sectionOf(type: EventType): string {
  const { name, version, description, mode, uniqueBy, updatesProfile, examples, status, owner, supersedes } =
    type
  const notice = deprecationNotice(type)
  const facts = [
    `Version ${version}, ${status === 'live' ? '' : `${status}, `}${mode}.`,
    ...(notice === undefined ? [] : [plain(notice)]),
    ...(supersedes === undefined ? [] : [`Supersedes ${plain(supersedes)}.`]),
    ...(owner === undefined ? [] : [`Owner: ${plain(owner)}.`]),
    ...(uniqueBy.length > 0 ? [`Events with the same ${codeList(uniqueBy)} count once.`] : []),
    ...(updatesProfile ? ['Updates the profile of its person.'] : []),
  ]
  const fields = describedFields(type)
  const aliases = Array.from(aliasesOf(type), ([alias, field]) => `${inCode(alias)} for ${inCode(field)}`)
  return [
    `## ${name}`,
    `${plain(description)} ${facts.join(' ')}`,
    ...(fields.length > 0 ? [fieldTable(fields)] : ['It has no fields of its own.']),
    ...(aliases.length > 0 ? [`Other names are accepted: ${aliases.join(', ')}.`] : []),
    ...examples.slice(0, 1).map((example) => `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``),
  ].join('\n\n')
}

/** A table of fields, with an example of each. */
export function fieldTable(fields: readonly DescribedField[]): string {
  return table(
    ['Field', 'Type', 'Meaning', 'Example'],
    fields.map(({ name, type, description, required, personal, example }) => [
      `\`${name}\`${required ? ', required' : ''}`,
      plain(type),
      `${plain(description)}${personal ? ' Personal data.' : ''}`,
      inCode(JSON.stringify(example)),
    ]),
  )
}

function codeList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' and ')
}

/** People write the descriptions of saved types: nothing in them is markup. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*[\]<>#]/g, '\\$&')
    .replaceAll('_', '\\_')
}

/** A code span, whose fence is longer than any in the text. */
function inCode(text: string): string {
  if (!text.includes('`')) return `\`${text}\``
  const longest = Math.max(...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${text} ${fence}`
}
