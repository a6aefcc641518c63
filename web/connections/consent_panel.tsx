/** Connections: shows which consent signals a connection states, and which destinations get its events. */
import { useEffect } from 'preact/hooks'
import { consentSignals, type ConsentSignal } from '../../schemas/link.ts'
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import type { Translation } from '../../schemas/translation.ts'
import { signalMeanings } from '../creator/consent_links.ts'
import { configured, configuredFailure, readConfigured } from '../destinations/configured.ts'
import { DataTable } from '../parts/data_table.tsx'
import { FailureMessage } from '../parts/failure.tsx'
import { count } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { link } from '../router.ts'
import { session } from '../session.ts'
import { consentEffect, statedSignals, type ConsentEffect, type StatedConsent } from './consent_effect.ts'
import type { DecidedRow } from './rows.ts'

interface ConsentPanelProps {
  name: string
  version: string
  translation: Pick<Translation, 'link'>
  /** RFC 3339. */
  since: string
}

export function ConsentPanel({ name, version, translation, since }: ConsentPanelProps) {
  const isSignedIn = session.value.kind === 'signed in'
  useEffect(() => {
    if (isSignedIn && !configured.peek()) void readConfigured()
  }, [isSignedIn])
  const decided = useQuestion<DecidedRow>('connection_decisions', { name, since })
  const stated = statedSignals(translation)
  return (
    <Panel
      title="Consent"
      hint={`As version ${version} states it. What is not stated counts as not granted.`}
      wide
    >
      {stated.size === 0 && (
        <p class="notice">
          It states no consent.{' '}
          <a href={link('creator', { connection: `${name}@${version}` })}>Say what people agreed to</a>
        </p>
      )}
      <DataTable
        caption="Consent signals"
        rows={consentSignals}
        columns={[
          {
            title: 'Signal',
            cell: (signal: ConsentSignal) => (
              <>
                <code>{signal}</code>
                <span class="beneath">{signalMeanings[signal]}</span>
              </>
            ),
          },
          { title: 'Stated', cell: (signal) => statementText(stated.get(signal)) },
        ]}
      />
      {configuredFailure.value ? (
        <FailureMessage
          failure={configuredFailure.value}
          what="the destinations"
          again={() => void readConfigured()}
        />
      ) : !configured.value ? (
        <Skeleton rows={1} />
      ) : configured.value.destinations.length === 0 ? (
        <p>No destination is configured: its events go to BigQuery only.</p>
      ) : (
        <Answered
          asked={decided}
          what="its events"
          empty={<Effects {...{ stated }} destinations={configured.value.destinations} rows={[]} />}
        >
          {(rows) => <Effects {...{ stated, rows }} destinations={configured.value!.destinations} />}
        </Answered>
      )}
    </Panel>
  )
}

function statementText(statement: StatedConsent | undefined): string {
  if (!statement) return 'never'
  return statement.by === 'fields'
    ? `by ${statement.fields.join(', ')}`
    : `always ${statement.value}, whoever it is`
}

interface EffectsProps {
  destinations: readonly ShownDestination[]
  stated: ReadonlyMap<ConsentSignal, StatedConsent>
  rows: readonly DecidedRow[]
}

interface Line {
  destination: ShownDestination
  effect: ConsentEffect
  permitted: number
  denied: number
  others: number
}

function Effects({ destinations, stated, rows }: EffectsProps) {
  const lines = destinations.map((destination): Line => {
    const own = rows.filter((row) => row.destination === destination.id)
    const sum = (test: (row: DecidedRow) => boolean): number =>
      own.filter(test).reduce((total, { events }) => total + events, 0)
    return {
      destination,
      effect: consentEffect(destination, stated),
      permitted: sum(({ permitted }) => permitted),
      denied: sum(({ permitted, reason }) => !permitted && reason === 'consent_denied'),
      others: sum(({ permitted, reason }) => !permitted && reason !== 'consent_denied'),
    }
  })
  return (
    <DataTable
      caption="What follows for each destination, and its events of the period"
      rows={lines}
      columns={[
        {
          title: 'Destination',
          cell: ({ destination: { id, consent } }) => (
            <>
              <a href={link(`destinations/${id}`)}>{id}</a>
              <span class="beneath">
                {consent.length === 0 ? 'needs no consent' : `needs ${consent.join(', ')}`}
              </span>
            </>
          ),
        },
        { title: 'What follows', cell: ({ effect }) => effectText(effect) },
        { title: 'Permitted', numeric: true, cell: ({ permitted }) => count(permitted) },
        { title: 'Without consent', numeric: true, cell: ({ denied }) => count(denied) },
        { title: 'Restricted otherwise', numeric: true, cell: ({ others }) => count(others) },
      ]}
    />
  )
}

function effectText(effect: ConsentEffect): string {
  if (effect.kind === 'never') {
    const { signals } = effect
    return `Restricted: ${signals.join(' and ')} ${signals.length === 1 ? 'is' : 'are'} never granted, unless a default of the region does.`
  }
  return effectTexts[effect.kind]
}

const effectTexts = {
  'not needed': 'Consent is not asked for.',
  always: 'Consent is always granted.',
  'by record': 'It depends on each record.',
} as const
