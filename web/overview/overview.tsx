/** Overview: renders the page. */
import { useEffect } from 'preact/hooks'
import { useAlerts } from '../alerts/asked_alerts.ts'
import { NeedsYou } from '../alerts/needs_you.tsx'
import { FailureMessage } from '../parts/failure.tsx'
import { Anomalies } from './anomalies.tsx'
import { sectionRows } from './overview_data.ts'
import { Controls } from './controls.tsx'
import { Errors } from './errors.tsx'
import { FigureTiles } from './figures.tsx'
import { Funnel } from './funnel.tsx'
import { Health } from './health.tsx'
import { Latency } from './latency.tsx'
import { Empty, Loading } from './messages.tsx'
import { Promises } from './promises.tsx'
import {
  answer,
  destination,
  chosenEventName,
  overviewFailure,
  isOverviewLoading,
  refreshOverview,
  watchOverview,
} from './state.ts'
import { Volume } from './volume.tsx'
import type { SectionProps } from './section.ts'

export function Overview() {
  useEffect(watchOverview, [])
  const shown = answer.value
  // They stand above the figures, which would move when they arrive.
  const alerts = useAlerts()
  const areAlertsAwaited = alerts.isLoading && alerts.answer === undefined
  const selection = { eventName: chosenEventName.value, destination: destination.value }
  return (
    <div class="overview" aria-busy={isOverviewLoading.value}>
      <h1 class="hidden">Overview</h1>
      <Controls />
      {overviewFailure.value && (
        <FailureMessage
          failure={overviewFailure.value}
          what="these numbers"
          again={() => void refreshOverview()}
        />
      )}
      {shown && !areAlertsAwaited ? (
        <>
          <NeedsYou rows={alerts.answer?.rows ?? []} />
          <Sections answer={shown} selection={selection} />
        </>
      ) : (
        !overviewFailure.value && <Loading />
      )}
    </div>
  )
}

function Sections(props: SectionProps) {
  const { funnel } = props.answer.sections
  const isEmpty = 'rows' in funnel && sectionRows(funnel).length === 0
  return (
    <>
      <Health {...props} />
      <FigureTiles {...props} />
      {isEmpty && <Empty />}
      <div class="panels">
        {!isEmpty && (
          <>
            <Volume {...props} />
            <Funnel {...props} />
            <Latency {...props} />
          </>
        )}
        <Errors {...props} />
        <Promises {...props} />
        <Anomalies {...props} />
      </div>
    </>
  )
}
