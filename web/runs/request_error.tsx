/** Runs: why the API did not take what was asked. */
import type { Failure } from '../api.ts'
import { Permission } from '../parts/permission.tsx'

export function Refused({ failure }: { failure: Failure }) {
  return failure.kind === 'token refused' ? null : (
    <div role="alert">
      <p class="fault">{failure.message}</p>
      {failure.kind === 'no rights' && <Permission to="ask for runs" />}
    </div>
  )
}
