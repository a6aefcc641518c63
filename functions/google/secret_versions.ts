/** Google APIs: reads and adds the versions of one secret over REST. The official client would lengthen every cold start.
 * https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions */
import { setTimeout as wait } from 'node:timers/promises'
import { secretManagerUrl } from '../net/endpoints.ts'
import { send, type HttpRequest, type HttpResponse } from '../net/http.ts'
import { invalidateToken } from './token.ts'

/** Time for a call, in ms. */
const timeoutMs = 5_000

/** Delays before the next attempts to add a version, in ms. */
const retryDelaysMs = [500, 2_000]

interface SecretVersion {
  /** From 1. */
  version: number
  text: string
}

export interface SecretVersions {
  /** Returns the newest version; undefined if there is none. Rejects if it cannot be read. */
  newest: () => Promise<SecretVersion | undefined>
  /** Resolves to the number of the new version, which is then stored. Rejects if that is uncertain. */
  add: (text: string) => Promise<number>
  /** Destroys all enabled versions but the two newest. Each enabled version costs money: https://cloud.google.com/secret-manager/pricing */
  destroyOld: () => Promise<void>
}

interface SecretVersionsOptions {
  env: NodeJS.ProcessEnv
  project: string
  secret: string
  authorization: () => string | Promise<string>
}

/** A version as found: without text if it is disabled or destroyed. */
type FoundVersion = { version: number; text: string | undefined }

interface Body {
  name?: string
  payload?: { data?: string }
  versions?: readonly { name: string }[]
  error?: { status?: string; message?: string }
}

/** Returns the versions of one secret. No error has a part of a version's text. */
export function secretVersions({
  env,
  project,
  secret,
  authorization,
}: SecretVersionsOptions): SecretVersions {
  const base = `${secretManagerUrl(env)}/v1`
  const parent = `projects/${project}/secrets/${secret}`
  let last: FoundVersion | undefined

  const call = async (method: HttpRequest['method'], path: string, body?: object): Promise<HttpResponse> => {
    const bearer = await authorization()
    const headers = { authorization: bearer, 'content-type': 'application/json' }
    const response = await send({
      method,
      url: `${base}/${path}`,
      headers,
      body: body ? JSON.stringify(body) : '',
      timeout: timeoutMs,
    })
    if (response.status === 401) invalidateToken(bearer)
    return response
  }

  const access = async (version: number | 'latest'): Promise<FoundVersion | undefined> => {
    const response = await call('GET', `${parent}/versions/${version}:access`)
    const { name, payload, error } = bodyOf(response)
    if (response.status === 200 && name !== undefined)
      return { version: numberOf(name)!, text: Buffer.from(payload?.data ?? '', 'base64').toString() }
    if (response.status === 404) return undefined
    const unreadable = error?.status === 'FAILED_PRECONDITION' ? numberOf(error.message ?? '') : undefined
    if (unreadable !== undefined) return { version: unreadable, text: undefined }
    throw failed('Reading', response)
  }

  const failed = (what: string, response: HttpResponse): Error =>
    new Error(
      `${what} the secret ${secret} failed: HTTP ${response.status} ${bodyOf(response).error?.status ?? ''}`.trim(),
    )

  return {
    newest: async () => {
      // `latest` may lag for hours. Only a version that is read by its number is sure to be found once it was added.
      // https://cloud.google.com/secret-manager/docs/reference/consistency
      last ??= await access('latest')
      for (;;) {
        const next = await access((last?.version ?? 0) + 1)
        if (!next) break
        last = next
      }
      if (!last) return undefined
      const { version, text } = last
      if (text === undefined)
        throw new Error(`Version ${version} of the secret ${secret} is disabled or destroyed.`)
      return { version, text }
    },
    add: async (text) => {
      const payload = { data: Buffer.from(text).toString('base64') }
      const once = () => call('POST', `${parent}:addVersion`, { payload })
      let response = await once().catch(() => undefined)
      for (const delayMs of retryDelaysMs) {
        if (response && response.status < 500 && response.status !== 429) break
        await wait(delayMs)
        response = await once().catch(() => undefined)
      }
      if (!response) throw new Error(`Writing the secret ${secret} failed: Secret Manager is unreachable.`)
      const version = response.status === 200 ? numberOf(bodyOf(response).name ?? '') : undefined
      if (version === undefined) throw failed('Writing', response)
      if (version > (last?.version ?? 0)) last = { version, text }
      return version
    },
    destroyOld: async () => {
      const listed = await call('GET', `${parent}/versions?filter=state:ENABLED&pageSize=100`)
      if (listed.status !== 200) throw failed('Listing the versions of', listed)
      const numbers = (bodyOf(listed).versions ?? []).map(({ name }) => numberOf(name)!)
      const old = numbers.toSorted((a, b) => b - a).slice(2)
      for (const version of old) await call('POST', `${parent}/versions/${version}:destroy`, {})
    },
  }
}

/** `projects/1/secrets/s/versions/4` and `Secret Version [projects/1/secrets/s/versions/4] is in DESTROYED state.` → 4 */
function numberOf(text: string): number | undefined {
  const [, number] = /\/versions\/(\d+)(?=\]|$)/.exec(text) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Google's front ends sometimes respond with HTML. */
function bodyOf({ body }: HttpResponse): Body {
  try {
    return JSON.parse(body) as Body
  } catch {
    return {}
  }
}
