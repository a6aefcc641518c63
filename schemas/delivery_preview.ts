/** Delivery layer: what the console tells of an event that nobody has sent. */

/** What would become of an event at one destination. */
export interface DeliveryPreview {
  destination: string
  target: string
  permitted: boolean
  rule: string | null
  reason: string
  /** What the reason means, in a sentence. */
  meaning: string
  /** What the target's own fields would hold. */
  fields?: Readonly<Record<string, unknown>>
  /** The request that would be made; only of targets that need no secret. */
  request?: { method: string; url: string; body: string }
}
