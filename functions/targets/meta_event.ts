/** Target `meta`: schema of one server event of the Conversions API. */
import { Type } from 'typebox'
import { ExtInfo, Switch } from './app_data.ts'
import { strictObject, Currency, Epoch, ShortText } from './closed.ts'
import { Hashed, Plain } from './personal.ts'
import { requires } from './requirement.ts'

// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters
const UserData = strictObject(
  {},
  {
    em: Type.Array(Hashed('email')),
    ph: Type.Array(Hashed('phone_digits')),
    // Without punctuation; Meta's library also removes spaces: https://github.com/facebook/capi-param-builder
    fn: Type.Array(Hashed('alnum')),
    ln: Type.Array(Hashed('alnum')),
    ge: Type.Array(Hashed('gender')),
    db: Type.Array(Hashed('birth_date')),
    ct: Type.Array(Hashed('place')),
    st: Type.Array(Hashed('place')),
    zp: Type.Array(Hashed('zip')),
    country: Type.Array(Hashed('country_lower')),
    external_id: Type.Array(Hashed('lower')),
    client_ip_address: Plain('ip'),
    client_user_agent: Plain('trim'),
    fbc: Plain('fbc'),
    fbp: Plain('trim', { pattern: '^fb\\.[0-9]\\.[0-9]+\\.' }),
    madid: Plain('trim'),
    anon_id: Plain('trim'),
    subscription_id: Plain('trim'),
    fb_login_id: Plain('trim'),
    lead_id: Plain('trim'),
    ctwa_clid: Plain('trim'),
    page_id: Plain('trim'),
    page_scoped_user_id: Plain('trim'),
    ig_account_id: Plain('trim'),
    ig_sid: Plain('trim'),
  },
)

// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/custom-data: id and quantity are required. The other members
// are those of https://github.com/facebook/facebook-nodejs-business-sdk
const Content = strictObject(
  { id: ShortText, quantity: Type.Number() },
  {
    item_price: Type.Number(),
    title: ShortText,
    description: ShortText,
    brand: ShortText,
    category: ShortText,
    delivery_category: Type.Enum(['in_store', 'curbside', 'home_delivery']),
  },
)

/** Meta also accepts custom members. */
const CustomData = strictObject(
  {},
  {
    currency: Currency,
    value: Type.Number(),
    content_ids: Type.Array(ShortText),
    content_type: Type.Enum(['product', 'product_group']),
    content_name: ShortText,
    content_category: ShortText,
    contents: Type.Array(Content),
    num_items: Type.Integer({ minimum: 0 }),
    order_id: ShortText,
    search_string: ShortText,
    status: ShortText,
    predicted_ltv: Type.Number(),
    net_revenue: Type.Number(),
  },
  { additionalProperties: true },
)

// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/app-data
const AppData = strictObject(
  { advertiser_tracking_enabled: Switch, extinfo: ExtInfo },
  {
    application_tracking_enabled: Switch,
    campaign_ids: ShortText,
    install_referrer: ShortText,
    installer_package: ShortText,
    url_schemes: Type.Array(ShortText),
    vendor_id: Plain('trim'),
    windows_attribution_id: ShortText,
  },
)

const models =
  'customized_multi_touch first_touch last_click last_touch linear position_based time_decay unknown'.split(
    ' ',
  )

// Members and types as in https://github.com/facebook/facebook-nodejs-business-sdk
const AttributionData = strictObject(
  {},
  {
    scope: ShortText,
    visit_time: Epoch,
    ad_id: ShortText,
    adset_id: ShortText,
    campaign_id: ShortText,
    attribution_share: Type.Number({ minimum: 0, maximum: 1 }),
    attribution_model: Type.Enum(models),
    attr_window: Type.Integer({ minimum: 0 }),
    attribution_value: Type.Number(),
    attribution_source: ShortText,
    touchpoint_type: ShortText,
    touchpoint_ts: Epoch,
    attribution_method: Type.Enum(['ard', 'deeplink', 'gpir', 'invalid_response', 'mir', 'srn']),
    decline_reason: ShortText,
    auditing_token: ShortText,
    linkage_key: ShortText,
    touchpoint_id: ShortText,
    attribution_setting: strictObject(
      {},
      { inactivity_window_hours: Type.Number(), reattribution_window_hours: Type.Number() },
    ),
    total_credit: Type.Number(),
    partner_client_id: ShortText,
  },
)

// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/original-event
const OriginalEventData = strictObject(
  {},
  { event_name: ShortText, event_time: Epoch, order_id: ShortText, event_id: ShortText },
)

const sources =
  'website app physical_store email phone_call chat system_generated business_messaging other'.split(' ')

// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event
export const metaFields = strictObject(
  { event_name: ShortText, event_time: Epoch, action_source: Type.Enum(sources), user_data: UserData },
  {
    event_id: ShortText,
    event_source_url: ShortText,
    referrer_url: ShortText,
    opt_out: Type.Boolean(),
    custom_data: CustomData,
    app_data: AppData,
    data_processing_options: Type.Array(Type.Enum(['LDU'])),
    data_processing_options_country: Type.Enum([0, 1]),
    data_processing_options_state: Type.Integer({ minimum: 0 }),
    attribution_data: AttributionData,
    original_event_data: OriginalEventData,
  },
  {
    allOf: [
      requires(['value', 'currency'], { field: 'event_name', is: ['Purchase'] }, 'custom_data'),
      requires(['event_source_url'], { field: 'action_source', is: ['website'] }),
      requires(['client_user_agent'], { field: 'action_source', is: ['website'] }, 'user_data'),
      requires(['app_data'], { field: 'action_source', is: ['app'] }),
    ],
  },
)
