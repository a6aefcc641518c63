/** Automations: renders the list of syncs and actions, or one of them. */
import { useEffect } from 'preact/hooks'
import { FailureMessage } from '../parts/failure.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { readRunnable } from '../runs/state.ts'
import { session } from '../session.ts'
import { AutomationPage } from './automation_page.tsx'
import { automationsFailure, knownAutomations, loadKnownAutomations } from './known.ts'
import { AutomationList } from './list.tsx'

export function Automations({ rest }: { rest: string }) {
  const isSignedIn = session.value.kind === 'signed in'
  useEffect(() => {
    if (!isSignedIn) return
    void loadKnownAutomations()
    void readRunnable()
  }, [isSignedIn])
  const automations = knownAutomations.value
  const automation = automations?.find(({ name }) => name === rest)
  return (
    <div class="automations">
      {automationsFailure.value && (
        <FailureMessage
          failure={automationsFailure.value}
          what="the syncs and actions"
          again={() => void loadKnownAutomations()}
        />
      )}
      {!automations ? (
        <>
          <h1>{rest === '' ? 'Automations' : rest}</h1>
          {!automationsFailure.value && <Skeleton />}
        </>
      ) : rest === '' ? (
        <AutomationList automations={automations} />
      ) : automation ? (
        <AutomationPage key={rest} automation={automation} />
      ) : (
        <Unknown name={rest} />
      )}
    </div>
  )
}

function Unknown({ name }: { name: string }) {
  return (
    <>
      <p>
        <a href="/console/automations">Automations</a>
      </p>
      <h1>No sync or action has the name {name}</h1>
      <p>
        The deployed program defines none with this name. What it sent before is still in the warehouse: see{' '}
        <a href="/console/runs">Runs</a>.
      </p>
    </>
  )
}
