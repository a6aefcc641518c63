/** Target `snapchat`: schema of one event of Conversions API v3. */
import { Type } from 'typebox'
import { ExtInfo, Switch } from './app_data.ts'
import { strictObject, Currency, Epoch, ShortText } from './closed.ts'
import { Hashed, Plain } from './personal.ts'
import { requires } from './requirement.ts'

const names = (
  'PAGE_VIEW VIEW_CONTENT ADD_CART ADD_TO_WISHLIST START_CHECKOUT ADD_BILLING PURCHASE SIGN_UP SEARCH SAVE SUBSCRIBE ' +
  'COMPLETE_TUTORIAL START_TRIAL AD_CLICK AD_VIEW APP_OPEN APP_INSTALL LEVEL_COMPLETE INVITE LOGIN SHARE RESERVE ' +
  'LIST_VIEW RATE ACHIEVEMENT_UNLOCKED SPENT_CREDITS CUSTOM_EVENT_1 CUSTOM_EVENT_2 CUSTOM_EVENT_3 CUSTOM_EVENT_4 ' +
  'CUSTOM_EVENT_5'
).split(' ')

// https://developers.snap.com/api/marketing-api/Conversions-API/Parameters
const UserData = strictObject(
  {},
  {
    em: Type.Array(Hashed('email')),
    ph: Type.Array(Hashed('phone_digits')),
    // "Use lower case letters only. Make sure to remove any punctuation."
    fn: Type.Array(Hashed('alnum')),
    ln: Type.Array(Hashed('alnum')),
    ge: Type.Array(Hashed('gender')),
    db: Type.Array(Hashed('birth_date')),
    ct: Type.Array(Hashed('place')),
    st: Type.Array(Hashed('place')),
    zp: Type.Array(Hashed('zip')),
    country: Type.Array(Hashed('country_lower')),
    external_id: Type.Array(Hashed('lower')),
    sc_click_id: Plain('trim'),
    sc_cookie1: Plain('trim'),
    client_ip_address: Plain('ip'),
    client_user_agent: Plain('trim'),
    madid: Plain('trim'),
    idfv: Plain('trim'),
    lead_id: Plain('trim'),
    subscription_id: Plain('trim'),
  },
)

const Content = strictObject(
  {},
  {
    id: ShortText,
    item_price: Type.Number(),
    quantity: Type.Number(),
    brand: ShortText,
    delivery_category: ShortText,
  },
)

const CustomData = strictObject(
  {},
  {
    currency: Currency,
    value: Type.Number(),
    content_ids: Type.Array(ShortText),
    contents: Type.Array(Content),
    num_items: Type.Integer({ minimum: 0 }),
    order_id: ShortText,
    search_string: ShortText,
    content_category: Type.Array(ShortText),
    content_type: Type.Enum(['product', 'product_group']),
    content_name: ShortText,
    brands: Type.Array(ShortText),
    sign_up_method: ShortText,
    predicted_ltv: Type.Number(),
  },
)

const AppData = strictObject(
  { advertiser_tracking_enabled: Switch, extinfo: ExtInfo },
  { application_tracking_enabled: Switch, app_id: ShortText },
)

export const snapchatFields = strictObject(
  {
    event_name: Type.Enum(names),
    event_time: Epoch,
    action_source: Type.Enum(['WEB', 'MOBILE_APP', 'OFFLINE']),
    user_data: UserData,
  },
  {
    event_id: ShortText,
    event_source_url: ShortText,
    custom_data: CustomData,
    app_data: AppData,
    data_processing_options: Type.Array(Type.Enum(['LMU', 'LDU'])),
    integration: ShortText,
  },
  {
    allOf: [
      requires(['value', 'currency'], { field: 'event_name', is: ['PURCHASE'] }, 'custom_data'),
      requires(['event_source_url'], { field: 'action_source', is: ['WEB'] }),
      requires(['app_data'], { field: 'action_source', is: ['MOBILE_APP'] }),
    ],
  },
)
