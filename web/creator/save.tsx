/** Creator, step 5: what will be saved under which version and why, and whether it was. */
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { Definition } from '../../schemas/definition.ts'
import type { Translation } from '../../schemas/translation.ts'
import type { Failure } from '../api.ts'
import { forgetWhenSignedOut, postSignedIn } from '../signed_in_api.ts'
import { Changes } from './changes.tsx'
import { Deliver } from './connection.tsx'
import { History } from './history.tsx'
import { TextField } from '../parts/inputs.tsx'
import { Permission } from '../parts/permission.tsx'
import { isAnswered, reload } from './saved.ts'
import {
  chosenTranslation,
  comment,
  eventStep,
  problems,
  results,
  translationName,
  translationStep,
  unknownNames,
  type StepState as VersionStep,
} from './state.ts'
import { Step } from './step.tsx'

interface Saved {
  view?: { name: string; error?: string }
}

/** What was saved last, or why it was not. */
const outcome = signal<{ saved: Saved } | { failure: Failure } | undefined>(undefined)
forgetWhenSignedOut(outcome)

/** Whether a step makes a version that is not there yet. */
function isNew(step: VersionStep<unknown> | undefined): boolean {
  return step !== undefined && (step.before === undefined || step.bump !== undefined)
}

async function save(): Promise<void> {
  const [event, translation] = [eventStep.value, translationStep.value]
  const asked = await postSignedIn<Saved>('/v1/console/definitions', {
    ...(event && isNew(event) && { event: event.content }),
    ...(translation && isNew(translation) && { translation: translation.content }),
    ...(comment.value !== '' && { comment: comment.value }),
  })
  outcome.value = asked.ok ? { saved: asked.body } : { failure: asked.failure }
  if (asked.ok) comment.value = ''
  await reload()
}

export function Save() {
  const [isSaving, setSaving] = useState(false)
  const [event, translation] = [eventStep.value, translationStep.value]
  const isChanged = isNew(event) || isNew(translation)
  const isMade = results.value.some((result) => result.event !== undefined)
  const isReady = isMade && problems.value.length === 0 && unknownNames.value.length === 0
  return (
    <Step
      number={5}
      title="Save and connect"
      hint="A version never changes. What sends to it goes on as it is."
    >
      <div class="options">
        <TextField
          label="Name of the connection"
          isCode
          value={translationName.value}
          hint="The last part of its address."
          onInput={(value) => {
            chosenTranslation.value = value.trim()
          }}
        />
        <TextField
          label="Why, for those who come later"
          value={comment.value}
          hint="Optional."
          onInput={(value) => {
            comment.value = value
          }}
        />
      </div>
      {isAnswered.value && (
        <ul class="versions">
          {event && <VersionLine what="Event type" step={event} />}
          {translation && <VersionLine what="Connection" step={translation} />}
        </ul>
      )}
      <div class="below">
        <button
          type="button"
          class="primary"
          disabled={!isAnswered.value || !isReady || !isChanged || isSaving}
          onClick={() => {
            setSaving(true)
            void save().finally(() => setSaving(false))
          }}
        >
          {isSaving ? 'Saving …' : 'Save'}
        </button>
        {!isAnswered.value && <span class="muted">Reading what is saved already …</span>}
        {!isReady && <span class="muted">Correct what step 4 says first.</span>}
        {isReady && !isChanged && <span class="muted">All of this is saved.</span>}
      </div>
      <Outcome isChanged={isChanged} />
      {translation && translation.before !== undefined && <Deliver translation={translation.content} />}
      {(event ?? translation) && <History />}
    </Step>
  )
}

function VersionLine({ what, step }: { what: string; step: VersionStep<Definition | Translation> }) {
  const { content, before, changes, bump } = step
  return (
    <li>
      <p>
        {what} <strong>{content.name}</strong> <span class="badge">{content.version}</span>{' '}
        <span class="muted">
          {before === undefined
            ? 'is new.'
            : bump === undefined
              ? 'is saved as it is.'
              : `follows ${before}: a ${bump} change.`}
        </span>
      </p>
      {changes.length > 0 && <Changes changes={changes} />}
    </li>
  )
}

function Outcome({ isChanged }: { isChanged: boolean }) {
  const now = outcome.value
  // What was saved is not what stands here any more.
  if (!now || ('saved' in now && isChanged)) return null
  if ('saved' in now)
    return (
      <div role="status">
        <p class="fine">Saved.</p>
        {now.saved.view?.error !== undefined && (
          <p class="fault">
            The view {now.saved.view.name} could not be made. {now.saved.view.error}
          </p>
        )}
      </div>
    )
  const { failure } = now
  if (failure.kind === 'token refused') return null
  return (
    <div class="panel message bad" role="alert">
      <h3>
        {failure.kind === 'taken'
          ? 'Somebody was faster'
          : failure.kind === 'no rights'
            ? 'Your account may not save this'
            : 'It could not be saved'}
      </h3>
      <p>{failure.message}</p>
      {failure.kind === 'no rights' && <Permission />}
    </div>
  )
}
