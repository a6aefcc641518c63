/** Creator, step 3: asks what cannot be told from the payload alone, such as whether 4999 is an amount in cents. */
import { useId } from 'preact/hooks'
import type { PayloadQuestion } from '../../functions/translation/inference/questions.ts'
import { TextField } from '../parts/inputs.tsx'
import { answers, change } from './choices.ts'
import { Pick } from './pick.tsx'
import { openQuestions, payloadQuestions } from './asked.ts'
import { rows } from './state.ts'

export function Questions() {
  return (
    <>
      {payloadQuestions.value.map((question) => (
        <Ask key={question.id} question={question} />
      ))}
    </>
  )
}

function Ask({ question }: { question: PayloadQuestion }) {
  const group = useId()
  const { id, field, original, ask, why, choices, preselected } = question
  const answer = answers.value[id]
  const picked = answer?.choice ?? preselected
  const set = (choice: string, value?: string): void =>
    change({ answers: { ...answers.value, [id]: { choice, ...(value !== undefined && { value }) } } })
  const examples = rows.value.find(({ path }) => path === field)?.inference.examples ?? []
  const asked = choices.find((choice) => choice.id === picked)?.asks
  const isOpen = openQuestions.value.includes(question)
  return (
    <div class="ask" data-question={id}>
      <div>
        <code>
          <strong>{original}</strong>
        </code>
        <p class="sample">{examples.map((value) => JSON.stringify(value).slice(0, 40)).join(' · ')}</p>
        {isOpen && <p class="wrong">Answer this to save.</p>}
      </div>
      <fieldset>
        <legend>{ask}</legend>
        <p class="muted">{why}</p>
        <div class="picks">
          {choices.map((choice) => (
            <Pick
              key={choice.id}
              group={group}
              title={choice.label}
              isSuggested={choice.id === preselected}
              isChecked={choice.id === picked}
              onPick={() => set(choice.id)}
            />
          ))}
        </div>
        {asked && (
          <div class="options">
            <TextField
              label={asked.label}
              value={answer?.value ?? ''}
              placeholder={asked.example}
              problem={
                new RegExp(asked.pattern, 'u').test(answer?.value ?? '')
                  ? undefined
                  : `Enter a value such as ${asked.example}.`
              }
              onInput={(value) => set(picked!, value.trim())}
            />
          </div>
        )}
      </fieldset>
    </div>
  )
}
