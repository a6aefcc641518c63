/** Catalogue: writes event types together, in each form. */
import type { EventType } from '../event_type.ts'
import { goModule } from './go.ts'
import { typesMarkdown } from './markdown.ts'
import type { ModuleForm } from './module_forms.ts'
import { pythonModule } from './python.ts'
import { typescriptModule } from './typescript.ts'

export const moduleTexts: Readonly<Record<ModuleForm, (types: Iterable<EventType>) => string>> = {
  typescript: typescriptModule,
  python: pythonModule,
  go: goModule,
  markdown: typesMarkdown,
}
