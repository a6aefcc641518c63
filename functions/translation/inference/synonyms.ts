/** Translation layer: declares the names that shops, CRMs and forms use for the fields of the vocabulary. */

function named(names: string): readonly string[] {
  return names.split(' ')
}

/** Context field → other names, in snake_case. A path is joined: `customer.id` is `customer_id`. */
export const contextSynonyms: Readonly<Record<string, readonly string[]>> = {
  event_id: named('event_uuid webhook_id delivery_id message_id notification_id'),
  event_time: named(
    'timestamp created_date time date datetime datum zeit zeitpunkt uhrzeit created_at created createdate created_on create_date creation_date date_created ' +
      'created_time created_timestamp timestamp_ms occurred_at event_date event_timestamp event_created order_date ordered_at date_ordered bestelldatum ' +
      'bestellt_am purchase_date purchased_at placed_at processed_at submitted_at submission_date submit_time date_submitted erstellt_am angelegt_am ' +
      'logged_at ts happened_at date_time transaction_date payment_date invoice_date date_add fecha fecha_pedido date_commande datestamp ' +
      'date_de_commande signup_date signed_up_at optin_time subscribed_at',
  ),
  sent_at: named('sent sent_time delivery_time'),
  user_id: named(
    'userid uid customer_id customerid client_id contact_id member_id account_id kundennummer kundennr kunden_nr kunden_id kunde_id customer_number ' +
      'customer_no customer_uuid user_uuid buyer_id customer_user_id external_id vid lead_id subscriber_id person_id profile_id',
  ),
  anonymous_id: named('anonymousid visitor_id visitorid device_uuid cookie_id guest_id client_uuid'),
  email: named(
    'mail e_mail email_address emailaddress mail_address e_mail_adresse email_adresse mailadresse emailadresse user_email customer_email contact_email ' +
      'billing_email buyer_email client_email payer_email email1 emailaddress1 email_addr correo correo_electronico courriel adresse_email adresse_mail e_mail_address ' +
      'kunde_email recipient_email subscriber_email work_email primary_email sender_email invitee_email receipt_email',
  ),
  phone: named(
    'phone_number phonenumber telephone tel telefon telefonnummer telefon_nr mobile mobile_phone mobilephone mobile_number handy handynummer mobil cell ' +
      'cell_phone cellphone msisdn contact_number billing_phone customer_phone telefono tel_number mobiltelefon phone1 whatsapp rufnummer',
  ),
  first_name: named(
    'firstname fname given_name givenname vorname prenom nombre forename billing_first_name first name_first firstname1',
  ),
  last_name: named(
    'lastname lname surname family_name familyname nachname nom_de_famille apellido apellidos billing_last_name last name_last familienname',
  ),
  gender: named('sex geschlecht'),
  date_of_birth: named(
    'dob birthday birthdate birth_date dateofbirth geburtsdatum geburtstag fecha_nacimiento date_de_naissance',
  ),
  session_id: named('sessionid session_key sid sitzung'),
  city: named('town ort stadt ville ciudad billing_city shipping_city wohnort locality city_name'),
  region: named('state province bundesland county billing_state state_code province_code'),
  postal_code: named(
    'zip zip_code zipcode postcode postalcode plz code_postal codigo_postal billing_postcode billing_zip postleitzahl',
  ),
  country: named(
    'country_code countrycode land billing_country country_iso country_iso_code laendercode pais pays iso_country shipping_country',
  ),
  page_url: named(
    'url page landing_page landing_site page_location current_url location href link document_location source_url page_address landing_page_url request_url',
  ),
  page_referrer: named(
    'referrer referer referring_site http_referer document_referrer referring_url referrer_url',
  ),
  page_title: named('document_title'),
  utm_source: named('utmsource campaign_source'),
  utm_medium: named('utmmedium campaign_medium'),
  utm_campaign: named('utmcampaign campaign_name campaign kampagne'),
  utm_term: named('utmterm'),
  utm_content: named('utmcontent'),
  ip: named(
    'ip_address ipaddress remote_addr remote_ip client_ip user_ip browser_ip customer_ip customer_ip_address ip_addr visitor_ip remoteip ip_signup ip_opt',
  ),
  user_agent: named('useragent ua browser_user_agent http_user_agent customer_user_agent agent'),
  locale: named('language lang sprache customer_locale preferred_language user_language'),
  timezone: named('time_zone tz user_timezone'),
  app_version: named('appversion'),
  source: named('source_name utm_origin lead_source sales_channel channel kanal herkunft'),
}

/** Event-specific field of the standard event types → other names. */
export const eventSynonyms: Readonly<Record<string, readonly string[]>> = {
  transaction_id: named(
    'order_id orderid order_number order_no ordernumber order_name bestellnummer bestell_nr bestellnr auftragsnummer auftrag_nr order_key order_increment_id increment_id ' +
      'invoice_id invoice_number rechnungsnummer payment_id charge_id txn_id transaction transactionid numero_pedido pedido_id reference order_reference id_order commande payment_intent receipt_number order_code',
  ),
  value: named(
    'total amount total_price order_total grand_total total_amount revenue sum summe betrag gesamtbetrag gesamtsumme gesamt umsatz price_total subtotal order_value ' +
      'order_amount importe montant total_paid amount_total total_price_usd payment_amount bestellwert endbetrag mc_gross total_gross paid_amount deal_value current_total_price total_value price amount_paid total_ttc',
  ),
  currency: named(
    'currency_code currencycode waehrung currency_iso order_currency mc_currency devise moneda presentment_currency currency_iso_code',
  ),
  tax: named('total_tax tax_amount vat vat_amount steuer mwst tax_total mehrwertsteuer order_tax iva tva'),
  shipping: named(
    'shipping_cost shipping_total shipping_amount versand versandkosten shipping_price total_shipping freight delivery_cost shipping_charge',
  ),
  coupon: named(
    'coupon_code discount_code voucher voucher_code gutschein gutscheincode promo_code promotion_code coupons',
  ),
  items: named(
    'line_items lineitems positions positionen products order_items orderitems order_lines cart_items artikel lines articles lineas_pedido item line_item contents basket order_rows rows position product line row order_line order_item',
  ),
  search_term: named(
    'query search q search_query keyword suchbegriff term suchwort search_string searchterm',
  ),
  method: named('payment_method zahlungsart payment_gateway payment_type login_method gateway signup_method'),
  content_name: named('article_title headline article_name'),
  content_type: named('article_type'),
}

/** Field of one item → other names. */
export const itemSynonyms: Readonly<Record<string, readonly string[]>> = {
  item_id: named(
    'sku id product_id productid artikelnummer artikel_nr article_number item_sku variant_id product_sku ean gtin article_no artikelnr item_number product_code code ref',
  ),
  item_name: named(
    'name title product_name productname bezeichnung artikelname description item_title product_title artikel product article',
  ),
  item_brand: named('brand vendor marke manufacturer hersteller'),
  item_category: named('category kategorie product_category product_type categoria'),
  item_url: named('product_url link'),
  image_url: named('image image_src img picture picture_url thumbnail product_image imageurl bild'),
  item_variant: named('variant variant_title variante size groesse colour color'),
  price: named(
    'unit_price preis einzelpreis item_price price_each amount unit_amount price_unit price_incl_tax precio prix stueckpreis',
  ),
  discount: named('total_discount rabatt discount_amount'),
  quantity: named('qty menge anzahl count stueck qty_ordered amount_ordered cantidad quantite pieces units'),
}

/** Patterns of the value of an event field → the standard event type. */
export const eventPatterns: readonly [RegExp, string][] = [
  [/refund|erstattung|chargeback|credit_?note/, 'refund'],
  [
    /(checkout|cart).*(start|begin|creat|initiat)|begin_checkout|initiate_checkout|start_checkout/,
    'begin_checkout',
  ],
  [/add(ed)?_?to_?cart|cart_add|product_added/, 'add_to_cart'],
  [
    /order.*(creat|paid|complet|plac|new)|(checkout|payment|charge).*(complet|succe|captur)|invoice_paid|purchase|(new|paid)_order|bestellung|sale/,
    'purchase',
  ],
  [/(user|account|customer|contact|kunde).*(creat|registered|new)|sign_?up|registration|register/, 'sign_up'],
  [/subscri(be|ption).*(creat|start|activ|new)|^subscribe$|newsletter|opt_?in|list_member/, 'subscribe'],
  [/(lead|deal|opportunity).*(creat|new|won)|form.*(submi|respon)|generate_lead|^lead$/, 'lead'],
  [/page_?view|^page$|pageview/, 'page_view'],
  [/log_?in|sign_?in|session_(start|creat)/, 'login'],
  [/search/, 'search'],
  [/(appointment|booking|invitee|reservation|termin).*(creat|book|new)?/, 'schedule'],
  [/trial/, 'start_trial'],
  [/donat|spende/, 'donate'],
  [/download/, 'download'],
  [/share/, 'share'],
  [/product_?view|view_?(item|product)/, 'view_item'],
  [/contact_?(us|form|request|creat)/, 'contact'],
]
