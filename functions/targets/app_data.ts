/** Target layer: the app and device of an event in Meta's format, which Snapchat uses, too.
 * https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/app-data */
import { Type } from 'typebox'
import type { Link, Source } from '../../schemas/link.ts'
import { strictObject, ShortText } from './closed.ts'
import { Plain } from './personal.ts'
import { inApp } from './platform.ts'
import type { LinkedEvent } from './target.ts'

/** The members of `extinfo` in the order of the list that is sent. */
const extInfoNames = (
  'platform package short_version long_version os_version model locale timezone_abbreviation carrier screen_width ' +
  'screen_height screen_density cpu_cores storage free_storage timezone'
).split(' ')

/** An object in links, because the list must have all elements, with an empty string for each that is missing. The platform must be one of
 * these two. A user agent is accepted for it and for the version. */
export const ExtInfo = strictObject(
  { platform: Plain('app_platform', { pattern: '^(a2|i2)$' }) },
  {
    ...Object.fromEntries(
      extInfoNames.filter((name) => name !== 'platform').map((name) => [name, ShortText]),
    ),
    os_version: Plain('os_version'),
  },
)

/** 0 or 1. */
export const Switch = Type.Enum([0, 1])

function app(source: Source): Source {
  return { when: inApp, then: source }
}

export const appData: Link = {
  // The choice in Apple's prompt if there was one, else the consent signal.
  'app_data.advertiser_tracking_enabled': app({
    first: [
      { from: 'att_status', values: { authorized: 1, denied: 0, restricted: 0, not_determined: 0 } },
      { from: 'consent.ad_personalization', values: { granted: 1 } },
    ],
    default: 0,
  }),
  'app_data.application_tracking_enabled': app({
    from: 'limited_data_use',
    values: { true: 0 },
    default: 1,
  }),
  'app_data.extinfo.platform': app({
    first: [
      {
        from: 'os_name',
        values: { Android: 'a2', android: 'a2', iOS: 'i2', ios: 'i2', iPadOS: 'i2', ipados: 'i2' },
      },
      'user_agent',
    ],
  }),
  'app_data.extinfo.package': app('app_id'),
  'app_data.extinfo.short_version': app('app_version'),
  'app_data.extinfo.os_version': app({ first: ['os_version', 'user_agent'] }),
  'app_data.extinfo.model': app('device_model'),
  'app_data.extinfo.locale': app('locale'),
  'app_data.extinfo.timezone': app('timezone'),
}

interface WithApp {
  app_data?: { extinfo?: Readonly<Record<string, string>> }
}

/** Returns the event as it is sent, with `extinfo` as a list of 16 strings. */
export function withExtInfo(event: LinkedEvent): LinkedEvent {
  const { app_data } = event.fields as WithApp
  if (!app_data?.extinfo) return event
  const extinfo = extInfoNames.map((name) => app_data.extinfo![name] ?? '')
  return { ...event, text: JSON.stringify({ ...event.fields, app_data: { ...app_data, extinfo } }) }
}
