/** Target `ga4`: schema of one event of the Measurement Protocol and its user, with Google's limits, because Google does not report invalid events.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events#limitations */
import { Type, type TProperties, type TSchema } from 'typebox'
import { strictObject, ShortText } from './closed.ts'
import { Hashed, Plain } from './personal.ts'
import { requires } from './requirement.ts'

// https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference#reserved_names
const reserved = (
  'ad_activeview ad_click ad_exposure ad_impression ad_query adunit_exposure app_clear_data app_install app_update ' +
  'app_remove error first_open first_visit in_app_purchase notification_dismiss notification_foreground ' +
  'notification_open notification_receive os_update screen_view session_start user_engagement'
).split(' ')

/** A custom name with a maximum length, and not a name that Google reserves. */
function Name(maxLength: number, reservedNames: readonly string[] = []) {
  return Type.String({
    maxLength,
    pattern: '^(?!firebase_|ga_|google_|gtag\\.)[A-Za-z][A-Za-z0-9_]*$',
    not: { enum: reservedNames },
  })
}

const open = Type.Optional

/** Google does not log a longer value, so texts are cut. A cut id would be another one, so it is left out.
 * https://support.google.com/analytics/answer/9267744 */
const Text = Type.String({ maxLength: 100 })
const Id = Type.String({ maxLength: 100, whole: true })
const Scalar = Type.Union([Text, Type.Number(), Type.Boolean()])
const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
/** Custom parameters. */
const own = { patternProperties: { _id$: Type.Union([Id, Type.Number()]) }, additionalProperties: Scalar }

function each(schema: TSchema, names: string): TProperties {
  return Object.fromEntries(names.split(' ').map((name) => [name, open(schema)]))
}

// https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference/events#purchase_item
const Item = Type.Object(
  {
    ...each(Id, 'item_id item_list_id location_id promotion_id'),
    ...each(Text, 'item_name affiliation coupon item_brand item_variant item_list_name promotion_name'),
    ...each(Text, 'item_category item_category2 item_category3 item_category4 item_category5'),
    ...each(Text, 'creative_name creative_slot'),
    ...each(Type.Number(), 'price discount quantity index'),
    currency: open(Currency),
  },
  { ...own, propertyNames: Name(40), anyOf: [{ required: ['item_id'] }, { required: ['item_name'] }] },
)

const Engagement = Type.Integer({ minimum: 1 })
const PageLocation = Type.String({ maxLength: 1000 })

const known: TProperties = {
  items: open(Type.Array(Item, { maxItems: 200 })),
  currency: open(Currency),
  engagement_time_msec: open(Engagement),
  page_location: open(PageLocation),
  ...each(Type.Number(), 'value tax shipping level score'),
  ...each(Id, 'transaction_id group_id item_list_id location_id promotion_id achievement_id'),
  ...each(
    Text,
    'affiliation coupon shipping_tier payment_type method search_term content_type item_list_name',
  ),
  ...each(Text, 'promotion_name creative_name creative_slot virtual_currency_name character'),
}

const Params = Type.Object(known, {
  ...own,
  propertyNames: Name(40),
  dependentRequired: { value: ['currency'] },
})

/** Parameters of the session and the page. Google does not log longer values: https://support.google.com/analytics/answer/9267744 */
const Context = strictObject(
  {},
  {
    session_id: Type.String({ pattern: '^[0-9]+$' }),
    engagement_time_msec: Engagement,
    page_location: PageLocation,
    page_referrer: Type.String({ maxLength: 420 }),
    page_title: Type.String({ maxLength: 300 }),
  },
)

/** An event can have 25 parameters, including those of `context`. Custom ones are left out first. */
const limited = {
  if: { required: ['params'], properties: { params: { minProperties: 21 } } },
  then: {
    allOf: [5, 4, 3, 2, 1].map((count) => ({
      if: { required: ['context'], properties: { context: { minProperties: count } } },
      then: {
        properties: {
          params: {
            properties: Object.fromEntries(Object.keys(known).map((name) => [name, {}])),
            maxProperties: 25 - count,
          },
        },
      },
    })),
  },
}

/** One event. The request merges `params` over `context`. Google accepts events without the parameters that its page calls required, and
 * `validating-events` advises to send them: they only lack a dimension or metric. A refund without its transaction has no purchase, though.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference/events */
const Ga4Event = strictObject(
  { name: Name(40, reserved), timestamp_micros: Type.Integer() },
  { params: Params, context: Context },
  {
    allOf: [limited, requires(['transaction_id'], { field: 'name', is: ['refund'] }, 'params')],
  },
)

// https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference#reserved_user_property_names
const reservedProperties =
  'first_open_time first_visit_time last_deep_link_referrer user_id first_open_after_install'.split(' ')

const Choice = Type.Enum(['GRANTED', 'DENIED'])

const Address = strictObject(
  {},
  {
    sha256_first_name: Hashed('lower'),
    sha256_last_name: Hashed('lower'),
    sha256_street: Hashed('lower'),
    city: Plain('name_lower'),
    region: Plain('name_lower'),
    postal_code: Plain('name'),
    country: Plain('country_upper'),
  },
)

export const ga4Fields = strictObject(
  { event: Ga4Event },
  {
    client_id: ShortText,
    app_instance_id: Type.String({ pattern: '^[0-9a-fA-F]{32}$' }),
    user_id: Plain('trim', { maxLength: 256 }),
    consent: strictObject({}, { ad_user_data: Choice, ad_personalization: Choice }),
    non_personalized_ads: Type.Boolean(),
    user_properties: Type.Object(
      {},
      {
        additionalProperties: strictObject({
          value: Type.Union([Type.String({ maxLength: 36 }), Type.Number()]),
        }),
        propertyNames: Name(24, reservedProperties),
        maxProperties: 25,
      },
    ),
    user_data: strictObject(
      {},
      {
        sha256_email_address: Type.Array(Hashed('email_google')),
        sha256_phone_number: Type.Array(Hashed('phone_e164')),
        address: Type.Array(Address),
      },
    ),
    user_location: strictObject(
      {},
      { city: Plain('name'), region_id: Plain('name'), country_id: Plain('country_upper') },
    ),
    ip_override: Plain('ip'),
    user_agent: Plain('trim'),
    device: strictObject(
      {},
      {
        category: ShortText,
        language: ShortText,
        screen_resolution: ShortText,
        operating_system: ShortText,
        operating_system_version: ShortText,
        model: ShortText,
        brand: ShortText,
        browser: ShortText,
        browser_version: ShortText,
      },
    ),
  },
  { dependentRequired: { user_data: ['user_id'] } },
)
