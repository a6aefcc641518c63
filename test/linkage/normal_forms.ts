/** Normalized forms that third parties require, and hashes that vendors publish. */
import type { NormaliserName } from '../../functions/privacy/normalize.ts'

/** Text → its normalized form; undefined for a text that is refused. */
export const forms: Readonly<Record<NormaliserName, readonly (readonly [string, string | undefined])[]>> = {
  trim: [
    [' U-1 ', 'U-1'],
    ['  ', undefined],
  ],
  name: [
    [' Ada ', 'Ada'],
    ['b0438bd0b7b1c1f8c1a7fb0cde3e7d8a4c9b3c2f8a0f4f2f4a6a3a9e2d1c0b9f', undefined],
    ['  ', undefined],
  ],
  name_lower: [
    [' New York', 'new york'],
    [' B0438BD0B7B1C1F8C1A7FB0CDE3E7D8A4C9B3C2F8A0F4F2F4A6A3A9E2D1C0B9F ', undefined],
  ],
  lower: [
    [' Ada ', 'ada'],
    ['Raphaël', 'raphaël'],
    ['', undefined],
  ],
  compact: [
    [' Mary Ann ', 'maryann'],
    [' ', undefined],
  ],
  alnum: [
    ['São Paulo 1!', 'sãopaulo1'],
    ["Val-d'Or", 'valdor'],
    ['東京', '東京'],
    ['--', undefined],
  ],
  place: [
    ['St. Louis 2', 'stlouis'],
    ["Val-d'Or (QC)", 'valdorqc'],
    ['München', 'münchen'],
    ['123', undefined],
  ],
  email: [
    [' Person@Example.com ', 'person@example.com'],
    ['a.b+c@gmail.com', 'a.b+c@gmail.com'],
    ['@example.com', undefined],
    ['ada@', undefined],
    ['ada@example', undefined],
    ['ada@example.', undefined],
    ['a@b@example.com', undefined],
    ['ada', undefined],
  ],
  email_google: [
    ['Jane.Doe+promo@Gmail.com', 'janedoe@gmail.com'],
    ['jane.doe@googlemail.com', 'janedoe@googlemail.com'],
    ['Jane.Doe+promo@example.com', 'jane.doe+promo@example.com'],
    ['+x@gmail.com', undefined],
    ['nobody', undefined],
  ],
  email_any_alias: [
    ['Jane.Doe+promo@Example.com', 'janedoe@example.com'],
    ['Al.ice$+Apple@Example.Com', 'alice@example.com'],
    ["o'hara_2-b@my-shop.example.com", 'ohara2b@my-shop.example.com'],
    ['.+x@example.com', undefined],
    ['_@example.com', undefined],
    ['nobody', undefined],
  ],
  phone_digits: [
    ['+44 844 412 4653', '448444124653'],
    ['0044 (0)844 412-4653', '448444124653'],
    ['+1 (650) 555-1212', '16505551212'],
    ['0844 412 4653', undefined],
    ['6505551212', undefined],
    ['+123456', undefined],
    ['+1234567890123456', undefined],
    ['+1 650 555 1212 ext. 3', undefined],
    ['+0 650 555 1212', undefined],
  ],
  phone_e164: [
    ['+1 800-555-0100', '+18005550100'],
    ['0018005550100', '+18005550100'],
    ['8005550100', undefined],
  ],
  name_google: [
    ['Mr. John ', 'john'],
    ['Dr. Ms. Ada', 'ada'],
    ['King, Jr.', 'king'],
    ['Smith MD PhD', 'smith'],
    ['Drake', 'drake'],
    ['Iv', 'iv'],
    ['Mr.', undefined],
  ],
  zip: [
    ['94107-1234', '94107'],
    ['SW1A 1AA', 'sw1a1aa'],
    ['-', undefined],
  ],
  zip_tiktok: [
    [' US - 1234-', 'us1234'],
    ['-', undefined],
  ],
  fbc: [
    ['fb.1.1773480878500.fb.1.1554763741205.AbC-d_1', 'fb.1.1554763741205.AbC-d_1'],
    ['fb.1.1773480878500.AbC-d_1', 'fb.1.1773480878500.AbC-d_1'],
    [' fb.2.1554763741205.IwAR0.AQ ', 'fb.2.1554763741205.IwAR0.AQ'],
    ['fb.1.1773480878500.fb.1.IwAR0', undefined],
    ['fb.1.1773480878500.', undefined],
    ['IwAR0', undefined],
  ],
  os_version: [
    [' 17.5.1 ', '17.5.1'],
    ['Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36', '14'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15', '17.5.1'],
    ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15', '16.6'],
    ['News/4.12.0 (com.example.news; build:7; iOS 17.5.1) Alamofire/5.9.1', '17.5.1'],
    ['okhttp/4.12.0', undefined],
  ],
  app_platform: [
    ['Dalvik/2.1.0 (Linux; U; Android 13; Pixel 6 Build/TQ3A.230901.001)', 'a2'],
    ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15', 'i2'],
    ['a2', 'a2'],
    ['webOS', undefined],
    ['okhttp/4.12.0', undefined],
  ],
  zip_digits: [
    ['94107-1234', '941071234'],
    ['abc', undefined],
    ['SW1A 1AA', undefined],
  ],
  country_lower: [
    [' GB', 'gb'],
    ['GBR', undefined],
  ],
  country_upper: [
    ['us ', 'US'],
    ['United States', undefined],
  ],
  language: [
    ['en-GB', 'en'],
    ['DE', 'de'],
    ['fil-PH', undefined],
  ],
  gender: [
    ['Female', 'f'],
    ['m', 'm'],
    ['n', undefined],
  ],
  birth_date: [
    ['1990-12-10', '19901210'],
    ['19901210', '19901210'],
    ['10.12.1990', undefined],
  ],
  ip: [
    [' 203.0.113.7 ', '203.0.113.7'],
    ['2001:DB8::1', '2001:db8::1'],
    ['localhost', undefined],
  ],
}

/** Published by vendors: text, form, SHA-256. */
export const vectors: readonly { docs: string; text: string; normalize: NormaliserName; sha256: string }[] = [
  {
    docs: 'https://developers.snap.com/api/marketing-api/Conversions-API/Parameters',
    text: 'Person@Example.com',
    normalize: 'email',
    sha256: '542d240129883c019e106e3b1b2d3f3cb3537c43c425364de8e951d5a3083345',
  },
  {
    docs: 'https://developers.snap.com/api/marketing-api/Conversions-API/Parameters',
    text: '+44 844 412 4653',
    normalize: 'phone_digits',
    sha256: 'dc008fda46e2e64002cf2f82a4906236282d431c4f75e5b60bfe79fc48546383',
  },
  {
    docs: 'https://developers.snap.com/api/marketing-api/Conversions-API/Parameters',
    text: 'John',
    normalize: 'lower',
    sha256: '96d9632f363564cc3032521409cf22a852f2032eec099ed5967c0d000cec607a',
  },
  {
    docs: 'https://developers.snap.com/api/marketing-api/Conversions-API/Parameters',
    text: 'Raphaël',
    normalize: 'lower',
    sha256: 'e74bb89e718fe1e19c422a48382870399f8bf7ca8dfa008739e75b0be76627b7',
  },
  {
    docs: 'https://developers.google.com/data-manager/api/devguides/concepts/formatting',
    text: 'AlexZ@Example.com ',
    normalize: 'email_google',
    sha256: '509e933019bb285a134a9334b8bb679dff79d0ce023d529af4bd744d47b4fd8a',
  },
  {
    docs: 'https://developers.google.com/data-manager/api/devguides/concepts/formatting',
    text: '+1 800 5550100',
    normalize: 'phone_e164',
    sha256: 'fb4f73a6ec5fdb7077d564cdd22c3554b43ce49168550c3b12c547b78c517b30',
  },
  {
    docs: 'https://developers.google.com/data-manager/api/devguides/concepts/formatting',
    text: 'Jane.Doe+promo@Gmail.com',
    normalize: 'email_google',
    sha256: 'd6117306485ed0e50afab3ac871e98f81699151f30281527d63ff5f233656c69',
  },
]
