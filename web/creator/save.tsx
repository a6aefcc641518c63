/** Creator, step 5: shows the versions to save, with their changes, and saves them. */
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { Definition } from '../../schemas/definition_schema.ts'
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

/** Result of the last save. */
const outcome = signal<{ saved: Saved } | { failure: Failure } | undefined>(undefined)
forgetWhenSignedOut(outcome)

/** True if the step makes a new version. */
function isNew(step: VersionStep<unknown> | undefined): boolean {
  return step !== undefined && (step.before === undefined || step.bump !== undefined)
}

async function save(): Promise<void> {
  const [event, translation] = [eventStep.value, translationStep.value]
  const result = await postSignedIn<Saved>('/v1/console/definitions', {
    ...(event && isNew(event) && { event: event.content }),
    ...(translation && isNew(translation) && { translation: translation.content }),
    ...(comment.value !== '' && { comment: comment.value }),
    expects: { latest: (translation && isNew(translation) ? translation : event)?.before ?? null },
  })
  outcome.value = result.ok ? { saved: result.body } : { failure: result.failure }
  if (result.ok) comment.value = ''
  await reload()
}

export function Save() {
  const [isSaving, setSaving] = useState(false)
  const [event, translation] = [eventStep.value, translationStep.value]
  const isChanged = isNew(event) || isNew(translation)
  const isMade = results.value.some((result) => result.event !== undefined)
  const isReady = isMade && problems.value.length === 0 && unknownNames.value.length === 0
  return (
    <Step number={5} title="Save and connect" hint="Versions are immutable. Existing senders keep working.">
      <div class="options">
        <TextField
          label="Name of the translation"
          isCode
          value={translationName.value}
          hint="The last part of its URL."
          onInput={(value) => {
            chosenTranslation.value = value.trim()
          }}
        />
        <TextField
          label="Comment"
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
          {translation && <VersionLine what="Translation" step={translation} />}
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
        {!isAnswered.value && <span class="muted">Loading saved versions …</span>}
        {!isReady && <span class="muted">Fix the problems in step 4 to save.</span>}
        {isReady && !isChanged && <span class="muted">No unsaved changes.</span>}
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
              ? 'is unchanged.'
              : `follows ${before}: a ${bump} change.`}
        </span>
      </p>
      {changes.length > 0 && <Changes changes={changes} />}
    </li>
  )
}

function Outcome({ isChanged }: { isChanged: boolean }) {
  const now = outcome.value
  // The message is out of date after another change.
  if (!now || ('saved' in now && isChanged)) return null
  if ('saved' in now)
    return (
      <div role="status">
        <p class="fine">Saved.</p>
        {now.saved.view?.error !== undefined && (
          <p class="fault">
            View {now.saved.view.name} could not be created. {now.saved.view.error}
          </p>
        )}
      </div>
    )
  const { failure } = now
  if (failure.kind === 'token refused') return null
  return (
    <div class="panel message bad" role="alert">
      <h3>
        {failure.kind === 'conflict'
          ? 'Version conflict'
          : failure.kind === 'no rights'
            ? 'Your account may not save this'
            : 'Saving failed'}
      </h3>
      <p>{failure.message}</p>
      {failure.kind === 'no rights' && <Permission />}
    </div>
  )
}
