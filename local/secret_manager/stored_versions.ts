/** Embedded Secret Manager: keeps the versions of each secret in a file of its own, which is replaced as a whole before a call is answered. */
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions#State */
type VersionState = 'ENABLED' | 'DISABLED' | 'DESTROYED'

export interface StoredVersion {
  number: number
  state: VersionState
  createTime: string
  destroyTime?: string
  /** Base64; absent once it is destroyed. */
  data?: string
}

export interface StoredVersions {
  /** The versions, oldest first: the number of each is its position, from 1. */
  readonly all: readonly StoredVersion[]
  add: (data: string) => Promise<StoredVersion>
  destroy: (version: StoredVersion) => Promise<StoredVersion>
}

/** Opens the versions of one secret. */
export async function openVersions(dir: string, secret: string): Promise<StoredVersions> {
  const file = join(dir, `${secret}.json`)
  let all: readonly StoredVersion[] = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as readonly StoredVersion[],
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  let turn: Promise<unknown> = Promise.resolve()
  const replaceOne = async (versionOf: () => StoredVersion): Promise<StoredVersion> => {
    const version = versionOf()
    const versions = [...all.filter(({ number }) => number !== version.number), version]
    const ordered = versions.toSorted((a, b) => a.number - b.number)
    await replace(file, JSON.stringify(ordered))
    all = ordered
    return version
  }
  const change = (versionOf: () => StoredVersion): Promise<StoredVersion> => {
    const done = turn.then(() => replaceOne(versionOf))
    turn = done.catch(() => {})
    return done
  }
  return {
    get all() {
      return all
    },
    add: (data) =>
      change(() => ({
        number: all.length + 1,
        state: 'ENABLED',
        createTime: new Date().toISOString(),
        data,
      })),
    destroy: ({ number, createTime }) =>
      change(() => ({ number, createTime, state: 'DESTROYED', destroyTime: new Date().toISOString() })),
  }
}

/** Only this user can read the file, which survives a power failure. */
async function replace(file: string, text: string): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
}
