// Written by Sluice from its event types. Do not change it: write it again.

/** What the user has agreed to. */
export interface ContextFieldsConsent {
  /** Storing identifiers for advertising. */
  ad_storage?: "granted" | "denied"
  /** Sending user data to third parties for advertising. */
  ad_user_data?: "granted" | "denied"
  /** Personalized advertising. */
  ad_personalization?: "granted" | "denied"
  /** Storing identifiers for analytics. */
  analytics_storage?: "granted" | "denied"
  /** Where the choice was made, ISO 3166-1 or 3166-2. */
  region?: string
}

export interface ContextFields {
  /** Unique id of the event. Events with the same id are duplicates. */
  event_id?: string
  /** Name of the event type. */
  event_name?: string
  /** When the event happened. */
  event_time?: string | number
  /** When the producer sent the event, by the producer's clock. */
  sent_at?: string | number
  /** Name of the producer: the site, app or system that sent the event. */
  source?: string
  /** Where the action took place. */
  action_source?: "web" | "app" | "store" | "email" | "phone" | "chat" | "system" | "other"
  /** The producer's id of the signed-in user. Personal data. */
  user_id?: string
  /** Id of the browser or installation before sign-in. Personal data. */
  anonymous_id?: string
  /** Email address, or its SHA-256. Personal data. */
  email?: string
  /** Phone number with its country code (E.164), or its SHA-256. Personal data. */
  phone?: string
  /** Given name. Personal data. */
  first_name?: string
  /** Family name. Personal data. */
  last_name?: string
  /** Gender: f (female), m (male) or n (neither, or not stated). Personal data. */
  gender?: "f" | "m" | "n"
  /** Date of birth. Personal data. */
  date_of_birth?: string
  /** The producer's id of the session. */
  session_id?: string
  /** Number of sessions of the user, including this one. */
  session_number?: number
  /** City. Personal data. */
  city?: string
  /** State, province or region; in the United States the two-letter code. Personal data. */
  region?: string
  /** Postal code. Personal data. */
  postal_code?: string
  /** Country, ISO 3166-1 alpha-2. */
  country?: string
  /** URL of the page. */
  page_url?: string
  /** URL of the previous page; empty if there was none. */
  page_referrer?: string
  /** Title of the page. */
  page_title?: string
  /** Referrer of the visitor, such as a site or newsletter. */
  utm_source?: string
  /** Channel, such as email, cpc or social. */
  utm_medium?: string
  /** Name of the campaign. */
  utm_campaign?: string
  /** Paid search keyword. */
  utm_term?: string
  /** Variant of the link or creative. */
  utm_content?: string
  /** Id of the campaign. */
  utm_id?: string
  /** Google Ads click id, from the landing page URL. Personal data. */
  gclid?: string
  /** Google Ads click id of a click in an iOS app that led to the web. Personal data. */
  gbraid?: string
  /** Google Ads click id of a click on the web that led to an iOS app. Personal data. */
  wbraid?: string
  /** Meta click id, from the landing page URL. Personal data. */
  fbclid?: string
  /** Meta click cookie _fbc. Personal data. */
  fbc?: string
  /** Meta browser cookie _fbp. Personal data. */
  fbp?: string
  /** TikTok click id, from the landing page URL. Personal data. */
  ttclid?: string
  /** TikTok browser cookie _ttp. Personal data. */
  ttp?: string
  /** Pinterest click id, from the landing page URL or cookie _epik. Personal data. */
  epik?: string
  /** Snapchat click id ScCid, from the landing page URL. Personal data. */
  sc_click_id?: string
  /** Snapchat browser cookie _scid. Personal data. */
  sc_cookie1?: string
  /** LinkedIn click id, from the landing page URL or cookie. Personal data. */
  li_fat_id?: string
  /** Reddit click id, from the landing page URL. Personal data. */
  rdt_cid?: string
  /** Reddit browser cookie _rdt_uuid. Personal data. */
  rdt_uuid?: string
  /** X click id, from the landing page URL. Personal data. */
  twclid?: string
  /** Microsoft Advertising click id, from the landing page URL. Personal data. */
  msclkid?: string
  /** Klaviyo exchange id _kx, from the landing page URL. Personal data. */
  kx?: string
  /** HubSpot browser cookie hubspotutk. Personal data. */
  hubspotutk?: string
  /** Google Analytics client id, from cookie _ga. Personal data. */
  ga_client_id?: string
  /** Google Analytics session id, from cookie _ga_<stream>. */
  ga_session_id?: string
  /** The user's IP address, version 4 or 6. Personal data. */
  ip?: string
  /** User-Agent header of the browser or app. Personal data. */
  user_agent?: string
  /** True if the user agent is that of a bot. An absent value proves nothing. */
  is_bot?: boolean
  /** Language and region of the interface, BCP 47. */
  locale?: string
  /** Name in the IANA time zone database. */
  timezone?: string
  /** Kind of device, such as desktop, mobile, tablet or tv. */
  device_type?: string
  /** Manufacturer of the device. */
  device_brand?: string
  /** Model of the device. */
  device_model?: string
  /** Name of the operating system. */
  os_name?: string
  /** Version of the operating system. */
  os_version?: string
  /** Width and height of the screen in pixels. */
  screen_resolution?: string
  /** Advertising id of the device: IDFA on iOS, AAID on Android. Personal data. */
  advertising_id?: string
  /** Id of the device for one app vendor (IDFV on iOS). Personal data. */
  vendor_id?: string
  /** The user's answer to Apple's App Tracking Transparency prompt. */
  att_status?: "authorized" | "denied" | "not_determined" | "restricted"
  /** Bundle or package id of the app. */
  app_id?: string
  /** Name of the app. */
  app_name?: string
  /** Version of the app. */
  app_version?: string
  /** What the user has agreed to. */
  consent?: ContextFieldsConsent
  /** True if the user has opted out of the sale and sharing of their data. */
  limited_data_use?: boolean
  /** True if the browser sent Global Privacy Control: its header Sec-GPC was 1. */
  gpc?: boolean
  /** TC string of the IAB Transparency and Consent Framework, version 2; empty if it does not apply. */
  tcf_string?: string
  /** GPP string of the IAB Global Privacy Platform; empty if it does not apply. */
  gpp_string?: string
}

/** A user viewed a piece of content. */
export interface ViewContent extends ContextFields {
  event_name: "view_content"
  /** Human-readable name of the viewed content. */
  content_name?: string
  /** Code identifying the type or page of the content. */
  content_type?: string
}

/** One product or service. */
export interface PurchaseItems {
  /** Id of the item in the product catalog. */
  item_id?: string
  /** Name of the item. */
  item_name?: string
  /** Brand of the item. */
  item_brand?: string
  /** Category of the item. */
  item_category?: string
  /** URL of the item's page. */
  item_url?: string
  /** URL of a picture of the item. */
  image_url?: string
  /** Variant of the item, such as a size or color. */
  item_variant?: string
  /** Unit price, after discount. */
  price?: number
  /** Discount per unit. */
  discount?: number
  /** Number of units. */
  quantity?: number
  /** Coupon code. */
  coupon?: string
}

/** A user bought something. */
export interface Purchase extends ContextFields {
  event_name: "purchase"
  /** Unique id of the order or payment. */
  transaction_id: string
  /** Monetary value of the event, in the currency's major unit. */
  value: number
  /** Currency of the amounts in the event, ISO 4217. */
  currency: string
  /** Tax included in the order. */
  tax?: number
  /** Cost of shipping. */
  shipping?: number
  /** Coupon code. */
  coupon?: string
  /** The products or services the event is about. */
  items?: readonly (PurchaseItems)[]
}

/** An event of one of these types. */
export type SluiceEvent =
  | ViewContent
  | Purchase
