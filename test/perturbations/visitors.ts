/** Perturbations: faults of ids, people, pages, devices and own fields. An optional fault must not cost the event. */
import type { Perturbation } from './perturbation.ts'

const longId = `order_1042:${'a'.repeat(40)}`
const sha256 = 'b0438bd0b7b1c1f8c1a7fb0cde3e7d8a4c9b3c2f8a0f4f2f4a6a3a9e2d1c0b9f'

export const visitors: readonly Perturbation[] = [
  {
    title: 'fbc that holds a raw fbclid',
    base: 'purchase',
    change: { fbc: 'IwAR0exampleFbclid' },
    expected: {},
  },
  {
    title: 'fbp of another form',
    base: 'purchase',
    change: { fbp: '1098115397' },
    expected: { meta: 'without user_data.fbp' },
  },
  {
    title: 'an app event without os_version',
    base: 'app_purchase',
    change: { os_version: undefined },
    expected: {
      meta: 'without app_data.extinfo.os_version',
      snapchat: 'without app_data.extinfo.os_version',
    },
  },
  {
    title: 'an app event without os_name',
    base: 'app_purchase',
    change: { os_name: undefined },
    expected: {
      meta: 'skipped invalid_field: app_data.extinfo.platform cannot be normalized',
      snapchat: 'skipped invalid_field: app_data.extinfo.platform cannot be normalized',
    },
  },
  {
    title: 'event_id with a colon and an underscore, longer than 36 characters',
    base: 'purchase',
    change: { event_id: longId },
    expected: {},
  },
  {
    title: 'a zeroed anonymous_id',
    base: 'purchase',
    change: { anonymous_id: '00000000-0000-0000-0000-000000000000' },
    expected: { amplitude: 'without device_id', mixpanel: 'without properties.$device_id' },
  },
  {
    title: 'a placeholder as user_id',
    base: 'purchase',
    change: { user_id: 'unknown' },
    expected: { amplitude: 'without user_id', mixpanel: 'without properties.$user_id' },
  },
  {
    title: 'last_name that is a SHA-256',
    base: 'purchase',
    change: { last_name: sha256 },
    expected: { linkedin: 'without user.userInfo' },
  },
  {
    title: 'email that is no address',
    base: 'purchase',
    change: { email: 'nobody' },
    expected: { hubspot: 'skipped no_identifier' },
  },
  {
    title: 'phone without a country code',
    base: 'purchase',
    change: { phone: '020 7123 4567' },
    expected: {
      attentive: 'without user.phone',
      ga4: 'without user_data.sha256_phone_number',
      klaviyo: 'without profile.data.attributes.phone_number',
      meta: 'without user_data.ph',
      microsoft: 'without userData.ph',
      pinterest: 'without user_data.ph',
      reddit: 'without user.phone_number',
      segment: 'without context.traits.phone',
      snapchat: 'without user_data.ph',
      tiktok: 'without user.phone',
    },
  },
  {
    title: 'page_title of 1,000 characters',
    base: 'page_view',
    change: { page_title: 't'.repeat(1000) },
    expected: { hubspot: 'not mapped' },
  },
  {
    title: 'page_url of 1,500 characters',
    base: 'page_view',
    change: { page_url: `https://shop.example/${'u'.repeat(1479)}` },
    expected: { hubspot: 'not mapped' },
  },
  {
    title: 'page_referrer of 600 characters',
    base: 'page_view',
    change: { page_referrer: `https://shop.example/${'r'.repeat(579)}` },
    expected: { hubspot: 'not mapped' },
  },
  {
    title: 'ga_session_id that is no number',
    base: 'page_view',
    change: { ga_session_id: 'GS1.1.x' },
    expected: {
      amplitude: 'without session_id',
      ga4: 'without event.context.session_id',
      hubspot: 'not mapped',
    },
  },
  {
    title: 'a nested own field',
    base: 'purchase',
    change: { gift: { wrap: 'red', note: { text: 'Hi' } } },
    expected: { hubspot: 'without properties.gift' },
  },
  {
    title: 'an own field with a dash',
    base: 'purchase',
    change: { 'my-param': 'x' },
    expected: { hubspot: 'without properties.my-param' },
  },
  {
    title: 'an own field that is null',
    base: 'purchase',
    change: { gift: null },
    expected: { hubspot: 'without properties.gift' },
  },
  {
    title: 'an own field of 200 characters',
    base: 'purchase',
    change: { gift: 'g'.repeat(200) },
    expected: {},
  },
  {
    title: '15 own fields',
    base: 'purchase',
    change: Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`own_${n}`, n])),
    expected: { ga4: 'without event.params.own_13, event.params.own_14' },
  },
  {
    title: 'an own field with a long name',
    base: 'purchase',
    change: { [`own_${'n'.repeat(60)}`]: 1 },
    expected: {
      ga4: 'without event.params.own_nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn',
      hubspot: 'without properties.own_nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn',
    },
  },
]
