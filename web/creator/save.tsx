/** Creator, step 5: names a new connection, or makes a new version of one that the user chooses, and saves it. */
import { useId, useState } from 'preact/hooks'
import type { Definition } from '../../schemas/definition_schema.ts'
import type { Translation } from '../../schemas/translation.ts'
import { count, withCount } from '../parts/format.ts'
import { Checkbox, Select, TextField } from '../parts/inputs.tsx'
import { Permission } from '../parts/permission.tsx'
import { Changes } from './changes.tsx'
import { change, comment, refusesAgreed, savedBase, saving } from './choices.ts'
import { obviousName } from './connection_name.ts'
import { Deliver } from './connection.tsx'
import { extensionStep } from './extension.ts'
import { figures } from './figures.ts'
import { History } from './history.tsx'
import { Pick } from './pick.tsx'
import { isAnswered, latestTranslation } from './saved.ts'
import {
  blockers,
  holderOf,
  isChanged,
  isConnected,
  namingProblem,
  outcome,
  save,
  savedConnections,
} from './saving.ts'
import { source } from './source.ts'
import { eventStep, proposed, translationName, translationStep } from './state.ts'
import { Step } from './step.tsx'
import { TriedNote } from './tried_note.tsx'
import type { VersionStep } from './version_step.ts'

export function Save() {
  const [isSaving, setSaving] = useState(false)
  const [event, extension, translation] = [eventStep.value, extensionStep.value, translationStep.value]
  const reasons = blockers.value
  return (
    <Step
      number={5}
      title="Save and connect"
      hint="A version never changes. What others send goes on as it is."
    >
      {isAnswered.value && (
        <>
          <Where />
          <div class="options">
            {saving.value.kind === 'new' ? <NewName /> : <Which name={saving.value.name} />}
            <TextField
              label="Comment"
              value={comment.value}
              hint="Optional. For those who come later."
              onInput={(value) => change({ comment: value })}
            />
          </div>
          <ul class="versions">
            {event && <VersionLine what="Event type" step={event} />}
            {extension && <VersionLine what="Own fields of" step={extension} />}
            {translation && <VersionLine what="Connection" step={translation} />}
          </ul>
          {saving.value.kind === 'version' && <TriedNote name={saving.value.name} />}
          <Refusals />
        </>
      )}
      <div class="below">
        <button
          type="button"
          class="primary"
          disabled={!isAnswered.value || reasons.length > 0 || !isChanged.value || isSaving}
          onClick={() => {
            setSaving(true)
            void save().finally(() => setSaving(false))
          }}
        >
          {isSaving ? 'Saving …' : 'Save'}
        </button>
        {!isAnswered.value && <span class="muted">Loading saved versions …</span>}
        {isAnswered.value && reasons.length === 0 && !isChanged.value && (
          <span class="muted">No unsaved changes.</span>
        )}
      </div>
      {isAnswered.value && reasons.length > 0 && (
        <ul class="reasons" aria-label="What is missing before you can save">
          {reasons.map((reason) => (
            <li key={reason} class="muted">
              {reason}
            </li>
          ))}
        </ul>
      )}
      <Outcome />
      {isConnected.value && translation && <Deliver translation={translation.content} />}
      {(event ?? translation?.before) !== undefined && <History />}
    </Step>
  )
}

function Where() {
  const group = useId()
  const [first] = savedConnections.value
  const isVersion = saving.value.kind === 'version'
  return (
    <div class="picks" role="radiogroup" aria-label="Where to save">
      <Pick
        group={group}
        title="A new connection"
        note="With an address of its own."
        isSuggested={!savedBase.value}
        isChecked={!isVersion}
        onPick={() => change({ saving: { kind: 'new' } })}
      />
      {first !== undefined && (
        <Pick
          group={group}
          title="A new version of a saved connection"
          note="For the same system, when what it sends has changed."
          isSuggested={savedBase.value !== undefined}
          isChecked={isVersion}
          onPick={() => change({ saving: { kind: 'version', name: savedBase.value?.name ?? first } })}
        />
      )}
    </div>
  )
}

function NewName() {
  const name = translationName.value
  const obvious = obviousName(proposed.value)
  const holder = holderOf(name) ?? (name === obvious ? undefined : holderOf(obvious))
  return (
    <TextField
      label="Name of the connection"
      isCode
      value={name}
      problem={
        namingProblem.value &&
        (holderOf(name)
          ? `${namingProblem.value} ${holder}. Choose another name, or choose above to save a new version of it.`
          : namingProblem.value)
      }
      hint={`${name} is free. It is the last part of the address.${holder ? ` Taken: ${holder}.` : ''}`}
      onInput={(value) => change({ saving: { kind: 'new', name: value.trim() } })}
    />
  )
}

function Which({ name }: { name: string }) {
  const saved = latestTranslation(name)
  const format = source.value?.input.format
  return (
    <div class="named">
      <Select
        label="Which connection"
        value={name}
        options={savedConnections.value.map((each) => [each, holderOf(each) ?? each] as const)}
        onChange={(next) => change({ saving: { kind: 'version', name: next } })}
      />
      {saved && format !== undefined && saved.input.format !== format && (
        <p class="fault" role="alert">
          This is not what {name} takes now. It reads {saved.input.format.toUpperCase()}; you pasted{' '}
          {format.toUpperCase()}. What its senders send now would no longer be read.
        </p>
      )}
    </div>
  )
}

/** Asks to agree if a part of the sample would be refused. */
function Refusals() {
  const { passed, refused, all } = figures.value
  if (passed === 0 || refused === 0) return null
  return (
    <Checkbox
      label={`Yes, refuse these ${count(refused)} of ${withCount(all, 'record')}.`}
      isChecked={refusesAgreed.value === refused}
      onChange={(is) => change({ refusesAgreed: is ? refused : 0 })}
    />
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

function Outcome() {
  const now = outcome.value
  // The message is out of date after another change.
  if (!now || ('saved' in now && isChanged.value)) return null
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
