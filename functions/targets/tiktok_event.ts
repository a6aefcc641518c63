/** Target `tiktok`: one event of the Events API 2.0. */
import { Type } from 'typebox'
import { closed, Currency, Epoch, Text } from './closed.ts'
import { Hashed, Plain } from './personal.ts'

// https://business-api.tiktok.com/portal/docs?id=1771101027431425
const User = closed(
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
    // A guess: integrations differ on whether the letters' case is kept.
    zip_code: Hashed('zip_tiktok'),
    ttclid: Plain('trim'),
    ttp: Plain('trim'),
    ip: Plain('ip'),
    user_agent: Plain('trim'),
    locale: Text,
    idfa: Plain('trim'),
    idfv: Plain('trim'),
    gaid: Plain('trim'),
    att_status: Type.Enum(['AUTHORIZED', 'DENIED', 'NOT_DETERMINED', 'RESTRICTED', 'NOT_APPLICABLE']),
  },
)

const Content = closed(
  {},
  {
    price: Type.Number(),
    quantity: Type.Integer({ minimum: 0 }),
    content_id: Text,
    content_name: Text,
    content_category: Text,
    brand: Text,
  },
)

const Properties = closed(
  {},
  {
    contents: Type.Array(Content),
    content_type: Type.Enum(['product', 'product_group']),
    content_ids: Type.Array(Text),
    num_items: Type.Integer({ minimum: 0 }),
    currency: Currency,
    value: Type.Number(),
    query: Text,
    search_string: Text,
    description: Text,
    order_id: Text,
    shop_id: Text,
    status: Text,
    predicted_ltv: Type.Number(),
    delivery_category: Text,
  },
)

export const fields = closed(
  { event: Text, event_time: Epoch, user: User },
  {
    event_id: Text,
    properties: Properties,
    page: closed({ url: Text }, { referrer: Text }),
    app: closed({ app_id: Text }, { app_name: Text, app_version: Text }),
    ad: closed(
      {},
      {
        callback: Text,
        campaign_id: Text,
        ad_id: Text,
        creative_id: Text,
        is_retargeting: Type.Boolean(),
        attributed: Type.Boolean(),
        attribution_type: Text,
        attribution_provider: Text,
      },
    ),
    lead: closed({}, { lead_id: Text, lead_event_source: Text }),
    limited_data_use: Type.Boolean(),
  },
)
