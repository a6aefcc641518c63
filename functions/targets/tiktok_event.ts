/** Target `tiktok`: schema of one event of Events API 2.0. */
import { Type } from 'typebox'
import { strictObject, Currency, Epoch, ShortText } from './closed.ts'
import { Hashed, Plain } from './personal.ts'

// https://business-api.tiktok.com/portal/docs?id=1771101027431425
const User = strictObject(
  {},
  {
    email: Hashed('email'),
    phone: Hashed('phone_e164'),
    external_id: Hashed('lower'),
    first_name: Hashed('compact'),
    last_name: Hashed('compact'),
    city: Plain('alnum'),
    state: Plain('alnum'),
    country: Plain('country_lower'),
    // Assumption: integrations differ on whether letters are lowercased.
    zip_code: Hashed('zip_tiktok'),
    ttclid: Plain('trim'),
    ttp: Plain('trim'),
    ip: Plain('ip'),
    user_agent: Plain('trim'),
    locale: ShortText,
    idfa: Plain('trim'),
    idfv: Plain('trim'),
    gaid: Plain('trim'),
    att_status: Type.Enum(['AUTHORIZED', 'DENIED', 'NOT_DETERMINED', 'RESTRICTED', 'NOT_APPLICABLE']),
  },
)

const Content = strictObject(
  {},
  {
    price: Type.Number(),
    quantity: Type.Integer({ minimum: 0 }),
    content_id: ShortText,
    content_name: ShortText,
    content_category: ShortText,
    brand: ShortText,
  },
)

const Properties = strictObject(
  {},
  {
    contents: Type.Array(Content),
    content_type: Type.Enum(['product', 'product_group']),
    content_ids: Type.Array(ShortText),
    num_items: Type.Integer({ minimum: 0 }),
    currency: Currency,
    value: Type.Number(),
    query: ShortText,
    search_string: ShortText,
    description: ShortText,
    order_id: ShortText,
    shop_id: ShortText,
    status: ShortText,
    predicted_ltv: Type.Number(),
    delivery_category: ShortText,
  },
)

export const tiktokFields = strictObject(
  { event: ShortText, event_time: Epoch, user: User },
  {
    event_id: ShortText,
    properties: Properties,
    page: strictObject({ url: ShortText }, { referrer: ShortText }),
    app: strictObject({ app_id: ShortText }, { app_name: ShortText, app_version: ShortText }),
    ad: strictObject(
      {},
      {
        callback: ShortText,
        campaign_id: ShortText,
        ad_id: ShortText,
        creative_id: ShortText,
        is_retargeting: Type.Boolean(),
        attributed: Type.Boolean(),
        attribution_type: ShortText,
        attribution_provider: ShortText,
      },
    ),
    lead: strictObject({}, { lead_id: ShortText, lead_event_source: ShortText }),
    limited_data_use: Type.Boolean(),
  },
)
