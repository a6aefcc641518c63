/** Creator: shows the generated SQL of the view and the definition in other formats. */
import { eventSchema } from '../../schemas/catalogue/event_schema.ts'
import { toTypeScript } from '../../schemas/definition_text.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { extendedType, extendedViewName } from '../../schemas/definition_extension.ts'
import { eventView } from '../../schemas/views/event_view.ts'
import { extensionStep } from './extension.ts'
import { listing } from './saved.ts'
import { constantName } from './named_event.ts'
import { eventStep, translationStep } from './state.ts'
import { TextTabs, type TabText } from './tabs.tsx'

export function GeneratedTexts() {
  const definition = eventStep.value?.content
  const type = definition ? eventTypeOf(definition) : eventTypes.get(constantName.value ?? '')
  const { project = 'project', dataset = 'dataset' } = listing.value ?? {}
  const locate = (name: string): string => `\`${project}.${dataset}.${name}\``
  const extension = extensionStep.value?.content
  const texts: TabText[] = [
    ...(type
      ? [
          {
            title: 'BigQuery view',
            text: eventView(type, locate).query,
          },
        ]
      : []),
    ...(extension
      ? [
          {
            title: `View ${extendedViewName(extension.name)}`,
            text: eventView(extendedType(extension), locate, extendedViewName(extension.name)).query,
          },
        ]
      : []),
    ...(definition
      ? [
          { title: 'JSON Schema', text: JSON.stringify(eventSchema(eventTypeOf(definition)), null, 2) },
          { title: 'TypeScript', text: toTypeScript(definition) },
        ]
      : []),
    ...(translationStep.value
      ? [{ title: 'Connection', text: JSON.stringify(translationStep.value.content, null, 2) }]
      : []),
  ]
  return texts.length === 0 ? null : (
    <details>
      <summary>What will be made: SQL, JSON Schema, TypeScript</summary>
      <TextTabs label="Generated code" texts={texts} />
    </details>
  )
}
