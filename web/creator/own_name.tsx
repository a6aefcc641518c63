/** Creator, step 2: names an event type of the user's own. */
import { nameProblems } from '../../schemas/event_type.ts'
import { eventTypes, nearestEventName } from '../../schemas/event_types.ts'
import { snakeName } from '../../functions/translation/formats/names.ts'
import { TextField } from '../parts/inputs.tsx'
import { change } from './choices.ts'
import { savedTypes } from './saved.ts'
import { constantName } from './named_event.ts'

export function OwnName() {
  const name = constantName.value ?? ''
  const [problem] = name === '' ? ['Enter a name, such as article_read.'] : nameProblems(name)
  const suggestion = problem === undefined ? undefined : suggestedName(name)
  const known = eventTypes.get(name) ?? savedTypes.value.find((type) => type.name === name)
  return (
    <div class="named">
      <TextField
        label="Name of the event"
        isCode
        value={name}
        list={[...eventTypes.keys(), ...savedTypes.value.map((type) => type.name)]}
        problem={problem && `${problem}${problem.endsWith('.') ? '' : '.'}`}
        hint={
          eventTypes.has(name)
            ? `A standard event: ${known!.description}`
            : known
              ? `A saved event type, version ${known.version}.`
              : 'A new event type, with its own view and checks.'
        }
        onInput={(value) => change({ name: { const: value.trim() }, typeChange: 'none' })}
      />
      {suggestion !== undefined && (
        <button type="button" class="quiet" onClick={() => change({ name: { const: suggestion } })}>
          Use {suggestion}
        </button>
      )}
    </div>
  )
}

/** The name in snake_case, or the most similar standard name. */
function suggestedName(name: string): string | undefined {
  return [snakeName(name).replace(/_+/g, '_').replace(/^_|_$/g, ''), nearestEventName(name) ?? ''].find(
    (each) => each !== name && each !== '' && nameProblems(each).length === 0,
  )
}
