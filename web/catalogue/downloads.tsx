/** Catalogue: downloads an event type as JSON Schema, and a saved one as the TypeScript file that declares it. */
import { toJsonSchema, toTypeScript } from '../../schemas/definition_text.ts'
import type { KnownType } from './known_types.ts'

export function Downloads({ known }: { known: KnownType }) {
  const { type, definition } = known
  return (
    <div class="below">
      <button
        type="button"
        onClick={() => download(`${type.name}.schema.json`, 'application/schema+json', schemaText(known))}
      >
        Download JSON Schema
      </button>
      {definition && (
        <button
          type="button"
          onClick={() => download(`${type.name}.ts`, 'text/plain', toTypeScript(definition))}
        >
          Download TypeScript
        </button>
      )}
    </div>
  )
}

/** The event fields as JSON Schema. */
function schemaText({ type, definition }: KnownType): string {
  const schema = definition
    ? toJsonSchema(definition)
    : {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: type.name,
        description: type.description,
        ...type.schema,
      }
  return `${JSON.stringify(schema, null, 2)}\n`
}

function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(url)
}
