/** Access log: the decisions of a policy, for tests that no grant is missing and none is unused. */
import { appendFileSync } from 'node:fs'
import type { Access } from './access.ts'

export interface AccessDecision {
  /** Empty for a caller without credentials. */
  email: string
  permission: string
  resource: string
  allowed: boolean
}

/** Returns `allows` with a log: each distinct decision is appended to the file once, as a line of JSON. Without a file nothing is logged. */
export function logged(allows: Access['allows'], file: string | undefined): Access['allows'] {
  if (file === undefined) return allows
  const known = new Set<string>()
  return (email, permission, resource) => {
    const allowed = allows(email, permission, resource)
    const line = `${JSON.stringify({ email, permission, resource, allowed } satisfies AccessDecision)}\n`
    if (!known.has(line)) {
      known.add(line)
      // Written before the decision takes effect, so that a test that sees the effect finds the line.
      appendFileSync(file, line)
    }
    return allowed
  }
}
