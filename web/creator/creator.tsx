/** Creator: the page: from a pasted line to events in BigQuery, in five steps that stand one below the other. */
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
          Paste what it sends. You get an address that takes exactly that, and the events in BigQuery.
        </p>
      </header>
      {savedFailure.value && savedFailure.value.kind !== 'token refused' && (
        <p class="notice" role="alert">
          What is saved already could not be read. {savedFailure.value.message}
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
