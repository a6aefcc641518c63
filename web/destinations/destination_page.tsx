/** Destinations: renders one destination: its health, what was not delivered and why, rules, consent, links, settings. */
import { useState } from 'preact/hooks'
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import { Answered, useQuestion } from '../parts/question.tsx'
import { Panel } from '../parts/panel.tsx'
import { Alerts } from './alerts.tsx'
import { stateOf, type AlertRow, type OutcomeGroup } from './attempts.ts'
import { Decided, type RuleGroup } from './decided.tsx'
import { DeliverySteps } from './delivery_steps.tsx'
import { Links } from './links.tsx'
import { NotDelivered } from './not_delivered.tsx'
import { PreviewEvent } from './preview_event.tsx'
import { lastDay } from '../parts/last_day.ts'
import { SettingList } from './setting_list.tsx'
import { StateMark } from './state_mark.tsx'
import { PauseControls } from './pause.tsx'
import { TestEvent } from './test_event.tsx'
import { TryChange } from './try_change.tsx'
import { TryRule } from './try_rule.tsx'

export function DestinationPage({ destination }: { destination: ShownDestination }) {
  const { id, title, purpose, consent, docs, isPaused } = destination
  const [period] = useState(() => lastDay(Date.now()))
  const attempts = useQuestion<OutcomeGroup>('destination_attempts', { ...period, destination: id })
  const decisions = useQuestion<RuleGroup>('destination_decisions', { ...period, destination: id })
  const alerts = useQuestion<AlertRow>('destination_alerts', {})
  const problems = (alerts.answer?.rows ?? []).filter(({ subject }) => subject === id)
  const rows = attempts.answer?.rows
  return (
    <>
      <header class="intro">
        <p>
          <a href="/console/destinations">Destinations</a>
        </p>
        <h1>{id}</h1>
        <p class="muted">
          {rows && <StateMark state={stateOf(rows, problems, isPaused)} />} {title}, {purpose}.{' '}
          {consent.length === 0 ? 'Needs no consent.' : `Needs ${consent.join(' and ')}.`}{' '}
          <a href={docs} target="_blank" rel="noreferrer">
            Documentation of the vendor
          </a>
        </p>
      </header>
      <Alerts problems={problems} />
      <Panel
        title="The last 24 hours"
        hint="Stored events, each once. Earlier events, and those of syncs and actions, are not counted here."
      >
        <Answered asked={decisions} what="the decisions" empty={<NothingStored />}>
          {(decided) => <DeliverySteps {...{ id, period, decided }} rows={rows} />}
        </Answered>
      </Panel>
      <Panel title="Not delivered, and why" hint="By the last attempt of each event.">
        <Answered asked={attempts} what="the deliveries" empty={<p>Nothing was sent.</p>}>
          {(answered) => <NotDelivered {...{ destination, period, rows: answered }} />}
        </Answered>
      </Panel>
      <PreviewEvent destination={destination} period={period} />
      <Decided destination={destination} period={period} rows={decisions.answer?.rows} />
      <TryRule destination={destination} />
      <Links destination={destination} period={period} />
      <TryChange destination={destination} />
      <TestEvent destination={destination} />
      <PauseControls destination={destination} />
      <SettingList destination={destination} />
    </>
  )
}

function NothingStored() {
  return (
    <p>
      No stored event was decided for this destination. It decides about events from its deployment on; a
      replay decides anew about earlier ones.
    </p>
  )
}
