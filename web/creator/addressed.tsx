/** Creator: opens what the address names: `?connection=name` or `?connection=name@version` for a new version of a saved connection, and
 * `?type=name` for an event type. */
import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { eventTypes } from '../../schemas/event_types.ts'
import type { Translation } from '../../schemas/translation.ts'
import { filter, link, pageAddress } from '../router.ts'
import { account } from '../session.ts'
import { forgetWhenSignedOut } from '../signed_in_api.ts'
import { startFrom, startedFrom } from './choices.ts'
import { latestEvent, listing, savedVersionsOf } from './saved.ts'
import { sourceText, startText } from './source.ts'
import type { StartedFrom } from './started_from.ts'

/** What the address names: a start, or the problem with it. Undefined before the saved versions are read, and if it names nothing. */
const addressed = computed<StartedFrom | { problem: string } | undefined>(() => {
  const { query } = pageAddress.value
  const [connection, type] = [query.get('connection') ?? '', query.get('type') ?? '']
  // The draft of the tab is restored once the account is known.
  if (!listing.value || account.value === '') return undefined
  if (connection !== '') return connectionOf(connection)
  if (type === '') return undefined
  return eventTypes.has(type) || latestEvent(type)
    ? { kind: 'type', name: type }
    : { problem: `There is no event type ${type}.` }
})

function connectionOf(address: string): StartedFrom | { problem: string } {
  const [name = '', version] = address.split('@')
  const versions = savedVersionsOf('translation', name)
  if (versions.length === 0) return { problem: `There is no connection ${name}.` }
  const found = version === undefined ? versions[0] : versions.find((each) => each.version === version)
  return found
    ? { kind: 'connection', translation: found.definition as Translation }
    : { problem: `The connection ${name} has no version ${version}.` }
}

/** What the address names, while another draft is open. */
const waiting = signal<StartedFrom | undefined>(undefined)
forgetWhenSignedOut(waiting)

export function forgetAddress(): void {
  waiting.value = undefined
  filter({ connection: undefined, type: undefined })
}

function open(from: StartedFrom): void {
  waiting.value = undefined
  startText('')
  startFrom(from)
}

/** A saved draft of the same connection goes on, also after a later version was saved. */
function isOpen(from: StartedFrom, now: StartedFrom | undefined): boolean {
  return now?.kind === from.kind && nameOf(now) === nameOf(from)
}

function nameOf(from: StartedFrom): string {
  return from.kind === 'type' ? from.name : from.translation.name
}

/** Opens what the address names, and says what the draft starts from. */
export function Addressed() {
  const wanted = addressed.value
  useEffect(() => {
    if (!wanted || 'problem' in wanted || isOpen(wanted, startedFrom.peek())) return
    if (sourceText.peek() === '') open(wanted)
    else waiting.value = wanted
  }, [wanted])
  if (wanted && 'problem' in wanted)
    return (
      <p class="notice" role="alert">
        {wanted.problem} <a href={link('connections')}>Connections</a> lists those that are saved.
      </p>
    )
  if (waiting.value) return <AnotherDraft from={waiting.value} />
  return startedFrom.value ? <Start from={startedFrom.value} /> : null
}

function AnotherDraft({ from }: { from: StartedFrom }) {
  return (
    <div class="notice" role="alert">
      <p>Another draft is open. To open {nameOf(from)}, discard it.</p>
      <p class="below">
        <button type="button" onClick={() => open(from)}>
          Discard it and open {nameOf(from)}
        </button>
        <button type="button" class="quiet" onClick={forgetAddress}>
          Keep the draft
        </button>
      </p>
    </div>
  )
}

function Start({ from }: { from: StartedFrom }) {
  if (from.kind === 'type')
    return (
      <p class="notice">
        For the event type <code>{from.name}</code>. Paste what should become such events.
      </p>
    )
  const { name, version, input } = from.translation
  return (
    <p class="notice">
      A new version of <a href={link(`connections/${name}`)}>{name}</a>, from version {version}. Paste what
      its system sends now: payloads are not kept. Version {version} reads {input.format.toUpperCase()}; its
      links and answers are kept.
    </p>
  )
}
