/** Objects of a Cloud Storage emulator (STORAGE_EMULATOR_HOST), for jobs that load from gs:// and extract to it.
 * https://cloud.google.com/storage/docs/json_api/v1/objects */
import { ApiError } from '../warehouse/api_error.ts'

export class CloudStorage {
  readonly #url: string

  /** @param host The emulator's origin, such as `http://127.0.0.1:4443`. */
  constructor(host: string) {
    this.#url = (/^https?:\/\//.test(host) ? host : `http://${host}`).replace(/\/+$/, '')
  }

  /** Returns the content of an object. Throws if there is no such object. */
  async read(uri: string): Promise<Buffer> {
    const { bucket, name } = partsOf(uri)
    const path = `storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(name)}?alt=media`
    const response = await this.#ask(path, {})
    if (response.status === 404) throw new ApiError('notFound', `Not found: URI ${uri}`)
    if (!response.ok) throw failed(uri, response.status)
    return Buffer.from(await response.arrayBuffer())
  }

  /** Creates or replaces an object. */
  async write(uri: string, content: Buffer): Promise<void> {
    const { bucket, name } = partsOf(uri)
    const query = new URLSearchParams({ uploadType: 'media', name }).toString()
    const path = `upload/storage/v1/b/${encodeURIComponent(bucket)}/o?${query}`
    const response = await this.#ask(path, { method: 'POST', body: new Uint8Array(content) })
    if (response.status === 404) throw new ApiError('notFound', `Not found: Bucket ${bucket}`)
    if (!response.ok) throw failed(uri, response.status)
  }

  async #ask(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.#url}/${path}`, init)
    } catch {
      throw new ApiError('backendError', `The Cloud Storage emulator ${this.#url} does not answer`)
    }
  }
}

function failed(uri: string, status: number): ApiError {
  return new ApiError('backendError', `The Cloud Storage emulator answers ${status} for ${uri}`)
}

/** Returns the bucket and the object that a URI names. Throws for anything but one object. */
function partsOf(uri: string): { bucket: string; name: string } {
  const [, bucket, name] = /^gs:\/\/([^/]+)\/(.+)$/.exec(uri) ?? []
  if (bucket === undefined)
    throw new ApiError('invalid', `Source URI must be a Google Cloud Storage location: ${uri}`)
  if (name!.includes('*'))
    throw new ApiError('invalid', `A wildcard in a gs:// URI is not supported by the local BigQuery: ${uri}`)
  return { bucket, name: name! }
}
