/** Target `pinterest`: schema of one conversion event, by https://github.com/pinterest/api-description (ConversionEvents). Pinterest refuses
 * further members. */
import { Type } from 'typebox'
import { strictObject, Currency, Epoch, ShortText } from './closed.ts'
import { Hashed, Plain } from './personal.ts'

/** Pinterest parses it into a double. */
const Decimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$' })

/** A text that keeps its meaning if it is cut. */
function upTo(maxLength: number) {
  return Type.String({ minLength: 1, maxLength })
}

function idUpTo(maxLength: number) {
  return Type.String({ minLength: 1, maxLength, whole: true })
}

function integerTo(maximum: number) {
  return Type.Integer({ minimum: 0, maximum })
}

const UserData = strictObject(
  {},
  {
    em: Type.Array(Hashed('email')),
    ph: Type.Array(Hashed('phone_digits')),
    ge: Type.Array(Hashed('gender')),
    db: Type.Array(Hashed('birth_date')),
    ln: Type.Array(Hashed('lower')),
    fn: Type.Array(Hashed('lower')),
    ct: Type.Array(Hashed('place')),
    st: Type.Array(Hashed('place')),
    // "Only digits", so codes with letters have no form.
    zp: Type.Array(Hashed('zip_digits')),
    country: Type.Array(Hashed('country_lower')),
    external_id: Type.Array(Hashed('lower')),
    hashed_maids: Type.Array(Hashed('lower')),
    click_id: Plain('trim'),
    partner_id: Plain('trim'),
    client_ip_address: Plain('ip'),
    client_user_agent: Plain('trim'),
  },
)

const Content = strictObject(
  {},
  {
    id: ShortText,
    item_price: Decimal,
    quantity: Type.Integer(),
    item_name: ShortText,
    item_category: ShortText,
    item_brand: ShortText,
  },
)

const CustomData = strictObject(
  {},
  {
    currency: Currency,
    value: Decimal,
    content_ids: Type.Array(ShortText),
    contents: Type.Array(Content),
    num_items: Type.Integer(),
    order_id: ShortText,
    search_string: ShortText,
    opt_out_type: ShortText,
    content_name: ShortText,
    content_category: ShortText,
    content_brand: ShortText,
    predicted_ltv: Decimal,
    np: ShortText,
    external_measurement_id: ShortText,
    external_measurement_vendor_id: Type.Integer(),
  },
)

const AppInfo = strictObject(
  {},
  {
    app_id: idUpTo(200),
    app_name: upTo(200),
    app_package_name: idUpTo(200),
    app_store: upTo(100),
    app_version: upTo(100),
    install_time: Epoch,
    user_agent: Plain('trim', { maxLength: 16_384 }),
    window_height: integerTo(30_720),
    window_width: integerTo(30_720),
  },
)

const DeviceInfo = strictObject(
  {},
  {
    battery_level: integerTo(100),
    brand: upTo(100),
    carrier: upTo(100),
    cpu_cores: integerTo(1152),
    external_storage_free_space: integerTo(1_048_576),
    external_storage_size: integerTo(1_048_576),
    form_factor: Type.Enum('desktop laptop cellphone tablet smartwatch tv vr console other'.split(' ')),
    kernel_version: upTo(100),
    languages: Type.Array(Plain('language'), { maxItems: 100 }),
    locale: idUpTo(35),
    model: upTo(100),
    network_type: Type.Enum(
      'wifi cellular_2g cellular_3g cellular_4g cellular_5g cellular_6g ethernet unknown'.split(' '),
    ),
    os_family: Type.Enum('ios android macos windows linux bsd other'.split(' ')),
    os_name: upTo(100),
    os_release_name: upTo(100),
    os_version: upTo(100),
    screen_density: integerTo(100_000),
    screen_height: integerTo(30_720),
    screen_width: integerTo(30_720),
    storage_free_space: integerTo(1_048_576),
    storage_size: integerTo(1_048_576),
    timezone: idUpTo(40),
    timezone_abbr: idUpTo(5),
    type: upTo(100),
  },
)

export const pinterestFields = strictObject(
  {
    event_name: ShortText,
    action_source: Type.Enum(['app_android', 'app_ios', 'web', 'offline']),
    event_time: Epoch,
    event_id: ShortText,
    user_data: UserData,
  },
  {
    event_source_url: ShortText,
    opt_out: Type.Boolean(),
    partner_name: ShortText,
    custom_data: CustomData,
    app_info: AppInfo,
    device_info: DeviceInfo,
    app_id: ShortText,
    app_name: ShortText,
    app_version: ShortText,
    device_brand: ShortText,
    device_carrier: ShortText,
    device_model: ShortText,
    device_type: ShortText,
    os_version: ShortText,
    wifi: Type.Boolean(),
    language: Plain('language'),
  },
)
