/** Context fields: describes the device and its connection. */
import { bool, choice, ip, personal, text } from './field.ts'

export const device = {
  ip: ip("The user's IP address, version 4 or 6.", '203.0.113.7'),
  user_agent: text(
    'User-Agent header of the browser or app.',
    'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0',
    {
      ...personal,
      maxLength: 2048,
    },
  ),
  is_bot: bool('True if the user agent is that of a bot. An absent value proves nothing.', true),
  locale: text('Language and region of the interface, BCP 47.', 'en-GB', {
    maxLength: 35,
    pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$',
  }),
  timezone: text('Name in the IANA time zone database.', 'Europe/London', {
    maxLength: 64,
    pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
  }),
  device_type: text('Kind of device, such as desktop, mobile, tablet or tv.', 'mobile', {
    maxLength: 64,
  }),
  device_brand: text('Manufacturer of the device.', 'Samsung', { maxLength: 128 }),
  device_model: text('Model of the device.', 'SM-S921B', { maxLength: 128 }),
  os_name: text('Name of the operating system.', 'Android', { maxLength: 64 }),
  os_version: text('Version of the operating system.', '16', { maxLength: 64 }),
  screen_resolution: text('Width and height of the screen in pixels.', '1080x2340', {
    maxLength: 16,
    pattern: '^[0-9]+x[0-9]+$',
  }),
  advertising_id: text(
    'Advertising id of the device: IDFA on iOS, AAID on Android.',
    '38400000-8cf0-11bd-b23e-10b96e40000d',
    { ...personal, maxLength: 64 },
  ),
  vendor_id: text(
    'Id of the device for one app vendor (IDFV on iOS).',
    '599f9c00-92dc-4b5c-9464-7971f01f8370',
    {
      ...personal,
      maxLength: 64,
    },
  ),
  att_status: choice("The user's answer to Apple's App Tracking Transparency prompt.", [
    'authorized',
    'denied',
    'not_determined',
    'restricted',
  ]),
}
