/** Target `ga4`: schema of one event of the Measurement Protocol, with Google's limits, because Google does not report invalid events.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events#limitations */
import { Type } from 'typebox'
import { strictObject } from './closed.ts'
import { requires } from './requirement.ts'

// https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference#reserved_names
const reserved = (
  'ad_activeview ad_click ad_exposure ad_impression ad_query adunit_exposure app_clear_data app_install app_update ' +
  'app_remove error first_open first_visit in_app_purchase notification_dismiss notification_foreground ' +
  'notification_open notification_receive os_update screen_view session_start user_engagement'
).split(' ')

/** A custom name with a maximum length, and not a name that Google reserves. */
export function Name(maxLength: number, reservedNames: readonly string[] = []) {
  return Type.String({
    maxLength,
    pattern: '^(?!firebase_|ga_|google_|gtag\\.)[A-Za-z][A-Za-z0-9_]*$',
    not: { enum: reservedNames },
  })
}

const open = Type.Optional
const Text = Type.String({ maxLength: 100 })
const Scalar = Type.Union([Text, Type.Number(), Type.Boolean()])

const Item = Type.Object(
  { item_id: open(Text), item_name: open(Text), price: open(Type.Number()), quantity: open(Type.Number()) },
  { additionalProperties: Scalar, anyOf: [{ required: ['item_id'] }, { required: ['item_name'] }] },
)

const Params = Type.Object(
  {
    items: open(Type.Array(Item, { maxItems: 200 })),
    value: open(Type.Number()),
    currency: open(Type.String({ pattern: '^[A-Z]{3}$' })),
    transaction_id: open(Text),
  },
  {
    additionalProperties: Scalar,
    propertyNames: Name(40),
    // The maximum is 25, of which `context` may use five.
    maxProperties: 20,
    dependentRequired: { value: ['currency'] },
  },
)

/** Parameters of the session and the page. */
const Context = strictObject(
  {},
  {
    session_id: Type.String({ pattern: '^[0-9]+$' }),
    engagement_time_msec: Type.Integer({ minimum: 1 }),
    page_location: Type.String({ maxLength: 1000 }),
    page_referrer: Type.String({ maxLength: 420 }),
    page_title: Type.String({ maxLength: 300 }),
  },
)

const shopping =
  'add_payment_info add_shipping_info add_to_cart add_to_wishlist begin_checkout view_cart view_item remove_from_cart'.split(
    ' ',
  )

function needs(params: readonly string[], ...names: readonly string[]) {
  return requires(params, { field: 'name', is: names }, 'params')
}

/** One event. The request merges `context` into `params`. The parameters that each event name requires:
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference/events */
export const Ga4Event = strictObject(
  { name: Name(40, reserved), timestamp_micros: Type.Integer() },
  { params: Params, context: Context },
  {
    allOf: [
      needs(['transaction_id', 'items', 'value', 'currency'], 'purchase'),
      needs(['transaction_id', 'value', 'currency'], 'refund'),
      needs(['items', 'value', 'currency'], ...shopping),
      needs(['value', 'currency'], 'generate_lead'),
      needs(['search_term'], 'search'),
      needs(['items'], 'select_item', 'view_item_list', 'view_promotion'),
    ],
  },
)
