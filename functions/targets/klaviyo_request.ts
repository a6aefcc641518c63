/** Target layer: the requests of target `klaviyo`: one event, or a job with several. Adds to an event what its link cannot make. */
import type { LinkedEvent } from './target.ts'

/** The attributes of an event at Klaviyo. */
type Attributes = Readonly<Record<string, unknown>> & {
  properties?: Readonly<Record<string, unknown>>
  time?: string
  unique_id?: string
}

/** When Klaviyo must record an event without starting flows, which send messages. */
export interface BackfillRule {
  now: Date
  /** Age in hours. */
  after: number
}

type Item = Readonly<Record<string, unknown>>

function itemsIn({ properties }: Attributes): readonly Item[] {
  const items = properties?.['Items']
  return Array.isArray(items) ? (items as readonly Item[]) : []
}

/** Number of events at Klaviyo that an event can become: itself and an event per item. */
export function eventCountOf({ fields }: LinkedEvent): number {
  return 1 + itemsIn(fields).length
}

/** Returns the events that Klaviyo must get once: it refuses a request with one `unique_id` twice for a profile and a metric. */
export function distinctEvents(events: readonly LinkedEvent[]): readonly (readonly LinkedEvent[])[] {
  return [
    ...Map.groupBy(events, ({ fields: { profile, metric, unique_id: id } }) =>
      JSON.stringify([profile, metric, id]),
    ).values(),
  ]
}

/** Returns the body for one event. */
export function eventBody(event: LinkedEvent, rule: BackfillRule): string {
  const attributes = { ...attributesOf(event, rule), profile: profileOf(event) }
  return JSON.stringify({ data: { type: 'event', attributes } })
}

/** Returns the body of a job, with one entry per event. https://developers.klaviyo.com/en/reference/bulk_create_events */
export function jobBody(
  events: readonly LinkedEvent[],
  rule: BackfillRule,
  { hasOrderedProducts }: { hasOrderedProducts: boolean },
): string {
  const data = events.map((event) => {
    const attributes = attributesOf(event, rule)
    const all = hasOrderedProducts ? [attributes, ...orderedProducts(attributes)] : [attributes]
    const resources = all.map((each) => ({ type: 'event', attributes: each }))
    return {
      type: 'event-bulk-create',
      attributes: { profile: profileOf(event), events: { data: resources } },
    }
  })
  return JSON.stringify({
    data: { type: 'event-bulk-create-job', attributes: { 'events-bulk-create': { data } } },
  })
}

/** True if the event becomes more than one at Klaviyo. */
export function hasOrderedProducts({ fields }: LinkedEvent): boolean {
  return metricOf(fields) === 'Placed Order' && itemsIn(fields).length > 0
}

function metricOf(fields: Readonly<Record<string, unknown>>): unknown {
  const metric = fields['metric'] as { data?: { attributes?: { name?: unknown } } } | undefined
  return metric?.data?.attributes?.name
}

function profileOf({ fields }: LinkedEvent): unknown {
  const profile = fields['profile'] as
    { data?: { attributes?: Readonly<Record<string, unknown>> } } | undefined
  const { id, ...attributes } = profile?.data?.attributes ?? {}
  return { data: { ...profile?.data, ...(id !== undefined && { id }), attributes } }
}

function attributesOf({ fields, isReplay }: LinkedEvent, { now, after }: BackfillRule): Attributes {
  const { profile: _, ...attributes } = fields as Attributes
  const age = now.getTime() - Date.parse(attributes.time ?? '')
  const isOld = isReplay || age > after * 3_600_000
  return { ...(isOld && { backfill: true }), ...attributes, properties: propertiesOf(attributes) }
}

function propertiesOf(attributes: Attributes): Readonly<Record<string, unknown>> {
  const { properties = {} } = attributes
  const items = itemsIn(attributes).map(withRowTotal)
  const [item] = items
  if (!item) return properties
  const unique = Object.entries(properties).map(([name, value]) => [
    name,
    uniqueLists.has(name) && Array.isArray(value) ? [...new Set<unknown>(value)] : value,
  ])
  return { ...productOf(item, metricOf(attributes)), ...Object.fromEntries(unique), Items: items }
}

/** "The union of unique values", so that segments can filter by them. */
const uniqueLists = new Set(['Categories', 'Brands'])

function withRowTotal(item: Item): Item {
  const { Quantity: quantity, ItemPrice: price } = item
  if (typeof quantity !== 'number' || typeof price !== 'number') return item
  return { ...item, RowTotal: Number((quantity * price).toPrecision(15)) }
}

/** Returns the properties of a metric's one product; empty for other metrics. */
function productOf(item: Item, metric: unknown): Readonly<Record<string, unknown>> {
  const { ProductID, SKU, ProductName, Quantity, ItemPrice, ProductURL, ImageURL, Brand } = item
  if (metric === 'Viewed Product')
    return { ProductID, SKU, ProductName, Price: ItemPrice, URL: ProductURL, ImageURL, Brand }
  if (metric !== 'Added to Cart') return {}
  return {
    AddedItemProductID: ProductID,
    AddedItemSKU: SKU,
    AddedItemProductName: ProductName,
    AddedItemCategories: item['ProductCategories'],
    AddedItemPrice: ItemPrice,
    AddedItemQuantity: Quantity,
    AddedItemURL: ProductURL,
    AddedItemImageURL: ImageURL,
  }
}

/** Returns an event `Ordered Product` for each item of an order. */
function orderedProducts(order: Attributes): readonly Attributes[] {
  if (metricOf(order) !== 'Placed Order') return []
  const { time, unique_id: id, value_currency: currency, backfill, properties = {} } = order
  return itemsIn(order).map(({ RowTotal, ItemPrice: _price, Brand, ...item }, index) => ({
    metric: { data: { type: 'metric', attributes: { name: 'Ordered Product' } } },
    time,
    unique_id: `${id}:${index + 1}`,
    properties: { OrderId: properties['OrderId'], ...item, ProductBrand: Brand },
    value: RowTotal,
    value_currency: currency,
    backfill,
  })) as readonly Attributes[]
}
