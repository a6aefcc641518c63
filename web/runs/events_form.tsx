/** Runs: asks for a replay or a reprocessing, as a dry run first: what it counts can be done then. */
import { useState } from 'preact/hooks'
import { defaultRatePerSecond } from '../../schemas/default_rate.ts'
import { zone } from '../parts/format.ts'
import { Checkbox, Select, TextField } from '../parts/inputs.tsx'
import type { Submit } from './start.tsx'
import { runnable } from './state.ts'

interface EventsFormProps {
  work: 'replay' | 'reprocess'
  submit: Submit
  isAsking: boolean
}

export function EventsForm({ work, submit, isAsking }: EventsFormProps) {
  const { destinations = [] } = runnable.value ?? {}
  const [destination, setDestination] = useState(destinations[0] ?? '')
  const [from, setFrom] = useState(yesterday)
  const [to, setTo] = useState('')
  const [where, setWhere] = useState('')
  const [rate, setRate] = useState('')
  const [isAgain, setAgain] = useState(false)
  const isReplay = work === 'replay'
  const ask = (event: SubmitEvent): void => {
    event.preventDefault()
    submit({
      ...(isReplay && { destination }),
      from: utc(from),
      to: to === '' ? new Date().toISOString() : utc(to),
      ...(where.trim() !== '' && { where: where.trim() }),
      ...(rate !== '' && { rate: Number(rate) }),
      ...(isReplay && isAgain && { again: true }),
      dry_run: true,
    })
  }
  if (isReplay && destinations.length === 0) return <p class="muted">No destination is configured.</p>
  return (
    <form class="start" onSubmit={ask}>
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
          hint={`When the bus took it, ${zone}.`}
          onInput={setFrom}
        />
        <TextField
          label="To"
          type="datetime-local"
          value={to}
          hint="And before; empty: now."
          onInput={setTo}
        />
        <TextField
          label="Per second"
          type="number"
          value={rate}
          placeholder={String(defaultRatePerSecond)}
          hint="How many go out at most."
          onInput={setRate}
        />
      </div>
      <TextField
        label="Only where"
        isCode
        value={where}
        placeholder={isReplay ? "event_name = 'purchase'" : "reason = 'unknown_event'"}
        hint={`Optional: a GoogleSQL condition on the row of ${isReplay ? 'the event' : 'quarantine'}.`}
        onInput={setWhere}
      />
      {isReplay && (
        <Checkbox label="Also what is delivered already" isChecked={isAgain} onChange={setAgain} />
      )}
      <div class="below">
        <button type="submit" class="primary" disabled={isAsking}>
          Count first
        </button>
        <span class="muted">A dry run: it sends nothing.</span>
      </div>
    </form>
  )
}

/** What a field of the type datetime-local holds, in the reader's time zone → RFC 3339 in UTC. */
function utc(local: string): string {
  return new Date(local).toISOString()
}

/** This time of yesterday, as such a field holds it. */
function yesterday(): string {
  const at = new Date()
  at.setDate(at.getDate() - 1)
  at.setMinutes(at.getMinutes() - at.getTimezoneOffset())
  return at.toISOString().slice(0, 16)
}
