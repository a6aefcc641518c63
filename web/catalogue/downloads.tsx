/** Catalogue: downloads an event type as JSON Schema, and as types for programs that send its events. */
import { eventSchema } from '../../schemas/catalogue/event_schema.ts'
import { goModule } from '../../schemas/catalogue/go.ts'
import { pythonModule } from '../../schemas/catalogue/python.ts'
import { typescriptModule } from '../../schemas/catalogue/typescript.ts'
import type { EventType } from '../../schemas/event_type.ts'

/** Title of a button → the file that it makes. */
const files: Readonly<Record<string, { ending: string; textOf: (type: EventType) => string }>> = {
  'JSON Schema': {
    ending: 'schema.json',
    textOf: (type) => `${JSON.stringify(eventSchema(type), null, 2)}\n`,
  },
  TypeScript: { ending: 'ts', textOf: (type) => typescriptModule([type]) },
  Python: { ending: 'py', textOf: (type) => pythonModule([type]) },
  Go: { ending: 'go', textOf: (type) => goModule([type]) },
}

export function Downloads({ type }: { type: EventType }) {
  return (
    <div class="below">
      {Object.entries(files).map(([title, { ending, textOf }]) => (
        <button key={title} type="button" onClick={() => download(`${type.name}.${ending}`, textOf(type))}>
          Download {title}
        </button>
      ))}
    </div>
  )
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(url)
}
