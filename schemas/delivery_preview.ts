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
  /** The linked fields of the target. */
  fields?: Readonly<Record<string, unknown>>
  /** The optional fields that are left out because they are invalid, with what was expected. */
  left_out?: readonly string[]
  /** The request, for targets without secrets. */
  request?: { method: string; url: string; body: string }
}
