/** Access from files: the keys of an issuer, and a list of grants as JSON. The command lines of the emulators use it. */
import { readFile } from 'node:fs/promises'
import type { Access } from './access.ts'
import { openIssuer } from './issuer.ts'
import { createPolicy, type Grant } from './policy.ts'

export interface AccessFiles {
  /** Folder of the issuer's keys. Tokens of an issuer over the same folder are accepted. */
  identityDir: string
  /** JSON file with an array of grants: `[{"role": "roles/pubsub.publisher", "member": "user:a@example.com", "resource": "projects/p"}]`. */
  grantsFile: string
}

/** Opens the access. Throws an Error that names the file if the grants cannot be read or one of them is invalid. */
export async function openAccess({ identityDir, grantsFile }: AccessFiles): Promise<Access> {
  const { allows } = await readPolicy(grantsFile)
  const { identify } = await openIssuer(identityDir)
  return { identify, allows }
}

async function readPolicy(file: string): Promise<Pick<Access, 'allows'>> {
  try {
    return createPolicy(grantsOf(JSON.parse(await readFile(file, 'utf8'))))
  } catch (error) {
    throw new Error(`Cannot read grants from ${file}: ${(error as Error).message}`, { cause: error })
  }
}

function grantsOf(value: unknown): readonly Grant[] {
  if (!Array.isArray(value)) throw new Error('expected an array of grants')
  for (const [index, grant] of value.entries())
    if (!isGrant(grant))
      throw new Error(
        `grant ${index + 1}: expected an object with the texts role, member and resource, and optionally permissions, an array of texts`,
      )
  return value as readonly Grant[]
}

function isGrant(value: unknown): value is Grant {
  if (typeof value !== 'object' || value === null) return false
  const { role, member, resource, permissions = [] } = value as Readonly<Record<string, unknown>>
  return (
    [role, member, resource].every((text) => typeof text === 'string') &&
    Array.isArray(permissions) &&
    permissions.every((permission) => typeof permission === 'string')
  )
}
