/** Creator: renders the page, which leads in five steps from a pasted payload to events in BigQuery. */
import { useEffect } from 'preact/hooks'
import { session } from '../session.ts'
import { Addressed } from './addressed.tsx'
import { CheckStep } from './check.tsx'
import { keepDrafts } from './draft_storage.ts'
import { useExplained } from './destinations.tsx'
import { FieldsStep } from './fields.tsx'
import { Happened } from './happened.tsx'
import { Paste } from './paste.tsx'
import { Save } from './save.tsx'
import { savedFailure, reload } from './saved.ts'
import { source } from './source.ts'
import { constantName, typeName } from './named_event.ts'

keepDrafts()

export function Creator() {
  const { kind } = session.value
  const isNamed = typeName.value !== undefined && constantName.value !== ''
  useExplained()
  useEffect(() => {
    if (kind === 'signed in') void reload()
  }, [kind])
  return (
    <div class="creator">
      <header class="intro">
        <h1>Connect a system</h1>
        <p class="muted">
          Paste what it sends. You get an address that takes exactly that, and the events in BigQuery.
        </p>
      </header>
      {savedFailure.value && savedFailure.value.kind !== 'token refused' && (
        <p class="notice" role="alert">
          The saved definitions could not be read. {savedFailure.value.message}
        </p>
      )}
      <Addressed />
      <Paste />
      {source.value && (
        <>
          <Happened />
          {isNamed && (
            <>
              <FieldsStep />
              <CheckStep />
              <Save />
            </>
          )}
        </>
      )}
    </div>
  )
}
