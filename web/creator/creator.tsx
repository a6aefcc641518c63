/** Creator: renders the page, which leads in five steps from a pasted payload to events in BigQuery. */
import { useEffect } from 'preact/hooks'
import { session } from '../session.ts'
import { CheckStep } from './check.tsx'
import { FieldsStep } from './fields.tsx'
import { Naming } from './naming.tsx'
import { Paste } from './paste.tsx'
import { Save } from './save.tsx'
import { savedFailure, reload } from './saved.ts'
import { source } from './source.ts'

export function Creator() {
  const { kind } = session.value
  useEffect(() => {
    if (kind === 'signed in') void reload()
  }, [kind])
  return (
    <div class="creator">
      <header class="intro">
        <h1>Connect a system</h1>
        <p class="muted">
          Paste a sample payload. You get an endpoint that accepts such payloads and stores them as events in
          BigQuery.
        </p>
      </header>
      {savedFailure.value && savedFailure.value.kind !== 'token refused' && (
        <p class="notice" role="alert">
          The saved definitions could not be read. {savedFailure.value.message}
        </p>
      )}
      <Paste />
      {source.value && (
        <>
          <FieldsStep />
          <Naming />
          <CheckStep />
          <Save />
        </>
      )}
    </div>
  )
}
