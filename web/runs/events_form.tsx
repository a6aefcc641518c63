/** Runs: starts the dry run of a replay or reprocessing. */
import { useState } from 'preact/hooks'
import { defaultRatePerSecond } from '../../schemas/default_rate.ts'
import { zone } from '../parts/format.ts'
import { Checkbox, Select, TextField } from '../parts/inputs.tsx'
import type { Submit } from './submit.ts'
import { runnable } from './state.ts'

interface EventsFormProps {
  work: 'replay' | 'reprocess'
  submit: Submit
  isSending: boolean
}

export function EventsForm({ work, submit, isSending }: EventsFormProps) {
  const { destinations = [] } = runnable.value ?? {}
  const [destination, setDestination] = useState(destinations[0] ?? '')
  const [from, setFrom] = useState(yesterday)
  const [to, setTo] = useState('')
  const [where, setWhere] = useState('')
  const [rate, setRate] = useState('')
  const [includesDelivered, setIncludesDelivered] = useState(false)
  const isReplay = work === 'replay'
  const start = (event: SubmitEvent): void => {
    event.preventDefault()
    submit({
      ...(isReplay && { destination }),
      from: utc(from),
      to: to === '' ? new Date().toISOString() : utc(to),
      ...(where.trim() !== '' && { where: where.trim() }),
      ...(rate !== '' && { rate: Number(rate) }),
      ...(isReplay && includesDelivered && { again: true }),
      dry_run: true,
    })
  }
  if (isReplay && destinations.length === 0) return <p class="muted">No destination is configured.</p>
  return (
    <form class="start" onSubmit={start}>
      <div class="options">
        {isReplay && (
          <Select
            label="Destination"
            value={destination}
            options={destinations.map((id) => [id, id] as const)}
            onChange={setDestination}
          />
        )}
        <TextField
          label="From"
          type="datetime-local"
          isRequired
          value={from}
          hint={`Time received, ${zone}.`}
          onInput={setFrom}
        />
        <TextField
          label="To"
          type="datetime-local"
          value={to}
          hint="Exclusive. Default: now."
          onInput={setTo}
        />
        <TextField
          label="Rate"
          type="number"
          value={rate}
          placeholder={String(defaultRatePerSecond)}
          hint="Maximum messages per second."
          onInput={setRate}
        />
      </div>
      <TextField
        label="Condition"
        isCode
        value={where}
        placeholder={isReplay ? "event_name = 'purchase'" : "reason = 'unknown_event'"}
        hint={`Optional. GoogleSQL condition on the rows of table ${isReplay ? 'events' : 'quarantine'}.`}
        onInput={setWhere}
      />
      {isReplay && (
        <Checkbox
          label="Include delivered events"
          isChecked={includesDelivered}
          onChange={setIncludesDelivered}
        />
      )}
      <div class="below">
        <button type="submit" class="primary" disabled={isSending}>
          Start dry run
        </button>
        <span class="muted">A dry run counts and sends nothing.</span>
      </div>
    </form>
  )
}

/** Converts the value of a datetime-local field, in the user's time zone, to RFC 3339 in UTC. */
function utc(local: string): string {
  return new Date(local).toISOString()
}

/** The time 24 hours ago, as the value of a datetime-local field. */
function yesterday(): string {
  const at = new Date()
  at.setDate(at.getDate() - 1)
  at.setMinutes(at.getMinutes() - at.getTimezoneOffset())
  return at.toISOString().slice(0, 16)
}
