/** Keys of the issuer: created on first use and kept in a file that only its owner may read. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../shared/src/command_errors.ts'

export interface IssuerKeys {
  /** Signs ID tokens, RSA 2048. */
  privateKey: KeyObject
  publicKey: KeyObject
  /** `kid` of the key: 40 hexadecimal digits derived from it, in the format of Google's. */
  keyId: string
  /** Authenticates access tokens, 256 bits. */
  secret: Buffer
}

interface KeyFile {
  privateKeyPem: string
  accessTokenSecret: string
}

/** Reads `dir/issuer.json`. Creates the folder and the file on first use. Throws if the file is damaged. */
export async function openKeys(dir: string): Promise<IssuerKeys> {
  await mkdir(dir, { recursive: true })
  const path = join(dir, 'issuer.json')
  const { privateKeyPem, accessTokenSecret } = (await readKeys(path)) ?? (await createKeys(path))
  const privateKey = createPrivateKey(privateKeyPem)
  const publicKey = createPublicKey(privateKey)
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 40)
  return { privateKey, publicKey, keyId, secret: Buffer.from(accessTokenSecret, 'base64url') }
}

async function readKeys(path: string): Promise<KeyFile | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return undefined
    throw error
  }
  const keys = parseKeys(text)
  // The content is secret: the message names the file and the expected shape, never the content.
  if (!keys)
    throw new StartError(
      `${path}: expected JSON with privateKeyPem and accessTokenSecret; delete it to create new keys`,
    )
  return keys
}

function parseKeys(text: string): KeyFile | undefined {
  try {
    const { privateKeyPem, accessTokenSecret }: Partial<KeyFile> = JSON.parse(text)
    if (typeof privateKeyPem !== 'string' || typeof accessTokenSecret !== 'string') return undefined
    return { privateKeyPem, accessTokenSecret }
  } catch {
    return undefined
  }
}

async function createKeys(path: string): Promise<KeyFile> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const keys: KeyFile = {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    accessTokenSecret: randomBytes(32).toString('base64url'),
  }
  // Written to another file and linked: a crash leaves no partial file, and of two processes the first one wins.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, path)
    return keys
  } catch (error) {
    const first = isFileError(error, 'EEXIST') ? await readKeys(path) : undefined
    if (!first) throw error
    return first
  } finally {
    await rm(draft)
  }
}

function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
