/** Proof: tells when an address that senders use will mean something else after an update. Pure. */
import { types } from './graph.ts'
import type { Changed } from './preview.ts'

/** An environment that gets table `receipts` beside existing tables gets versions in force, too. */
export function addressChanges(all: readonly Changed[]): readonly string[] {
  const isFirst = all.some(({ type, change }) => type === types.dataset && change === 'create')
  const gains = all.some(
    ({ type, change, name }) => type === types.table && change === 'create' && name === 'receipts',
  )
  return gains && !isFirst
    ? [
        '/v1/translators/<name> and /v1/hooks/<name> serve the major version in force: each goes on with the version that it serves now, and a new major version must be put in force after it is saved',
      ]
    : []
}
