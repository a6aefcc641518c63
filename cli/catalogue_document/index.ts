/** `node cli/catalogue_document/index.ts`: writes docs/catalogue.md from the standard event types. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { describedContext, describedMembers } from '../../schemas/catalogue/described_field.ts'
import { fieldTable, typesMarkdown } from '../../schemas/catalogue/markdown.ts'
import { ContextFields } from '../../schemas/context.ts'
import { items } from '../../schemas/event_fields.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { table } from '../../schemas/markdown.ts'

export const catalogueFile = fileURLToPath(new URL('../../docs/catalogue.md', import.meta.url))
export const catalogueCommand = 'node cli/catalogue_document/index.ts'

/** Returns the expected content of docs/catalogue.md. */
export async function catalogueText(): Promise<string> {
  const types = [...eventTypes.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const page = `<!-- Written by \`${catalogueCommand}\` from schemas/events and schemas/context.ts; change those, not this page. -->

# The catalogue

The standard event types and the context fields. An environment also has the event types that were saved in its console:
[\`GET /v1/event-types\`](front_door.md#the-catalogue) returns all of them, as JSON, JSON Schema or types of a programming language. \`npx sluice types\` writes
a module that a producer's repository can keep.

${table(
  ['Event type', 'Meaning', 'Event fields'],
  types.map(({ name, description, fields, required }) => [
    `[\`${name}\`](#${name})`,
    description,
    Object.keys(fields)
      .map((field) => `\`${field}\`${required.includes(field) ? ' (required)' : ''}`)
      .join(', '),
  ]),
)}

An event that lacks a required field, or has a value of another type, is stored with its violations. Fields that no definition lists are stored too.

## Context fields

Every event can have them, at the top level. \`event_id\` and \`event_time\` are filled in if they are missing.

${fieldTable(describedContext)}

### The members of consent

${fieldTable(describedMembers(ContextFields.properties.consent.properties))}

What follows from each: [consent.md](consent.md).

## Items

The members of each element of \`items\`.

${fieldTable(describedMembers(items.items.properties))}

${typesMarkdown(types)}`
  const options = await resolveConfig(catalogueFile)
  return format(page, { ...options, parser: 'markdown' })
}

if (import.meta.main) await writeFile(catalogueFile, await catalogueText())
