/** Cases of targets `meta` and `snapchat`: app events, with the device as a list of 16 strings. */
import { skipped } from '../../schemas/outcome.ts'
import type { Example } from './case.ts'

const now = '2024-01-17T16:30:00Z'
const opened = {
  event_name: 'app_open',
  event_time: '2024-01-17T16:26:17Z',
  action_source: 'app',
  email: 'person@example.com',
  app_id: 'com.some.app',
  app_version: '771',
  os_version: '10.1.1',
  device_model: 'OnePlus6',
  locale: 'en_US',
  timezone: 'America/New_York',
}

const headers = { 'content-type': 'application/json' }
const em = ['542d240129883c019e106e3b1b2d3f3cb3537c43c425364de8e951d5a3083345']

function extinfo(platform: string, version = '10.1.1') {
  return `${platform},com.some.app,771,,${version},OnePlus6,en_US,,,,,,,,,America/New_York`.split(',')
}

const { os_version: _, ...withoutVersion } = opened
const android = 'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 6 Build/TQ3A.230901.001)'

const meta = { dataset_id: '1234567890123456', access_token: 'EAAB-test-token' }
const metaDocs = 'https://developers.facebook.com/docs/marketing-api/conversions-api/app-events'

export const metaAppExamples: readonly Example[] = [
  {
    title: 'an app open on an iPhone that allows tracking',
    docs: metaDocs,
    settings: meta,
    now,
    events: [
      {
        ...opened,
        os_name: 'iOS',
        att_status: 'authorized',
        advertising_id: 'C4B1E58E-3F5D-4F0A-8A1A-5B1F7BB6F9A1',
        vendor_id: '599f9c00-92dc-4b5c-9464-7971f01f8370',
      },
    ],
    sends: [
      {
        method: 'POST',
        url: 'https://graph.facebook.com/v25.0/1234567890123456/events',
        headers: { authorization: 'Bearer EAAB-test-token', ...headers },
        body: {
          data: [
            {
              event_name: 'app_open',
              event_time: 1705508777,
              event_id: 'e-1',
              action_source: 'app',
              user_data: { em, madid: 'C4B1E58E-3F5D-4F0A-8A1A-5B1F7BB6F9A1' },
              app_data: {
                advertiser_tracking_enabled: 1,
                application_tracking_enabled: 1,
                vendor_id: '599f9c00-92dc-4b5c-9464-7971f01f8370',
                extinfo: extinfo('i2'),
              },
            },
          ],
        },
      },
    ],
  },
  {
    title: 'app events without version: from the user agent, else an empty string',
    docs: 'https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/app-data',
    settings: meta,
    now,
    events: [
      { ...withoutVersion, user_agent: android },
      { ...withoutVersion, os_name: 'Android' },
    ],
    sends: [
      {
        method: 'POST',
        url: 'https://graph.facebook.com/v25.0/1234567890123456/events',
        headers: { authorization: 'Bearer EAAB-test-token', ...headers },
        body: {
          data: [
            {
              event_name: 'app_open',
              event_time: 1705508777,
              event_id: 'e-1',
              action_source: 'app',
              user_data: { em, client_user_agent: android },
              app_data: {
                advertiser_tracking_enabled: 0,
                application_tracking_enabled: 1,
                extinfo: extinfo('a2', '13'),
              },
            },
            {
              event_name: 'app_open',
              event_time: 1705508777,
              event_id: 'e-2',
              action_source: 'app',
              user_data: { em },
              app_data: {
                advertiser_tracking_enabled: 0,
                application_tracking_enabled: 1,
                extinfo: extinfo('a2', ''),
              },
            },
          ],
        },
      },
    ],
  },
  {
    title: 'skips an app event on an unknown platform',
    docs: metaDocs,
    settings: meta,
    now,
    events: [{ ...opened, os_name: 'webOS' }],
    sends: skipped('missing_required', {
      detail: 'app_data.extinfo.platform is missing: string, pattern ^(a2|i2)$, minLength 1',
    }),
  },
]

const snapchat = { pixel_id: '1ec32188-754e-4be2-8e55-c949a984a39f', access_token: 'snap-token' }

export const snapchatAppExamples: readonly Example[] = [
  {
    title: 'an app open on Android with limited data use: the documented sample',
    docs: 'https://developers.snap.com/api/marketing-api/Conversions-API/UsingTheAPI',
    settings: snapchat,
    now,
    events: [{ ...opened, os_name: 'Android', limited_data_use: true }],
    sends: [
      {
        method: 'POST',
        url: 'https://tr.snapchat.com/v3/1ec32188-754e-4be2-8e55-c949a984a39f/events?access_token=snap-token',
        headers,
        body: {
          data: [
            {
              event_name: 'APP_OPEN',
              event_time: 1705508777,
              event_id: 'e-1',
              action_source: 'MOBILE_APP',
              user_data: { em },
              data_processing_options: ['LMU'],
              app_data: {
                advertiser_tracking_enabled: 0,
                application_tracking_enabled: 0,
                app_id: 'com.some.app',
                extinfo: extinfo('a2'),
              },
            },
          ],
        },
      },
    ],
  },
]
