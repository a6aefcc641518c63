/** Local identity: a log of who asked for what and whether they were let, for proofs that no grant is missing and none is idle. */
import { appendFileSync } from 'node:fs'
import type { Access } from './access.ts'

export interface AccessDecision {
  /** Empty for a caller without credentials. */
  email: string
  permission: string
  resource: string
  allowed: boolean
}

/** The same answers, each kind of them once as a line of JSON at the end of the file. Without a file, nothing but the answers. */
export function logged(allows: Access['allows'], file: string | undefined): Access['allows'] {
  if (file === undefined) return allows
  const known = new Set<string>()
  return (email, permission, resource) => {
    const allowed = allows(email, permission, resource)
    const line = `${JSON.stringify({ email, permission, resource, allowed } satisfies AccessDecision)}\n`
    if (!known.has(line)) {
      known.add(line)
      // Written before the answer is used, so that a reader who sees its effect finds it here.
      appendFileSync(file, line)
    }
    return allowed
  }
}
