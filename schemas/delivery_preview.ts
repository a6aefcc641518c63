/** Delivery layer: describes the preview of a delivery in the console. */

/** The decision for an event at one destination and the request that would be made. */
export interface DeliveryPreview {
  destination: string
  target: string
  permitted: boolean
  rule: string | null
  reason: string
  /** Meaning of the reason, one sentence. */
  meaning: string
  /** Digest of the link, as in `deliveries.link`; missing if the events of this type are sent unchanged. */
  link?: string
  /** The linked fields of the target. */
  fields?: Readonly<Record<string, unknown>>
  /** The optional fields that are left out because they are invalid, with what was expected. */
  left_out?: readonly string[]
  /** The request that updates the profile of the person or merges it, which is sent first; missing if there is none or `request` does it, too. */
  profile_request?: PreviewedRequest
  /** The request that finds the vendor's id of the person, which is sent first, for a list that needs it. */
  lookup_request?: PreviewedRequest
  /** The request, with `‹access_token›` in the place of a secret. */
  request?: PreviewedRequest
}

/** A request that would be made. It has no secret: a placeholder stands in the place of each. */
export interface PreviewedRequest {
  method: string
  /** Without the query of a URL from the settings, which may have a key: `…`. */
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Optional secrets: whether they are set is not known here. If so, they change the headers. */
  optional_secrets?: readonly string[]
}

/** The requests that would be made, in their order. */
export function previewedRequests(preview: DeliveryPreview): readonly PreviewedRequest[] {
  const { profile_request: profile, lookup_request: lookup, request } = preview
  return [profile, lookup, request].filter((each) => each !== undefined)
}

/** A request as HTTP writes it; its body, if it is JSON, over several lines. */
export function requestText({ method, url, headers, body }: PreviewedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${[`${method} ${url}`, ...lines].join('\n')}\n\n${pretty(body)}`
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
