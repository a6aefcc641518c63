/** Runs: shows why the API rejected a request. */
import type { Failure } from '../api.ts'
import { Permission } from '../parts/permission.tsx'

export function Refused({ failure }: { failure: Failure }) {
  return failure.kind === 'token refused' ? null : (
    <div role="alert">
      <p class="fault">{failure.message}</p>
      {failure.kind === 'no rights' && <Permission to="start runs" />}
    </div>
  )
}
