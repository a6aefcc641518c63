/** Requests of target `meta` that its cases share. */
import { posted } from './case.ts'

export const docs = 'https://developers.facebook.com/docs/marketing-api/conversions-api'
export const dataset_id = '1234567890123456'
export const access_token = 'EAAB-test-token'
export const settings = { dataset_id, access_token }
export const now = '2026-03-14T10:00:00Z'
export const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0'

export function sent(body: object, version = 'v25.0') {
  const url = `https://graph.facebook.com/${version}/${dataset_id}/events`
  return posted(url, body, { authorization: `Bearer ${access_token}` })
}

export const visit = {
  event_name: 'page_view',
  event_time: '2026-03-14T09:00:00Z',
  page_url: 'https://shop.example/',
  ip: '203.0.113.7',
  user_agent,
}

export function visited(event_id: string, rest: object = {}) {
  return {
    event_name: 'PageView',
    event_time: 1773478800,
    event_id,
    action_source: 'website',
    event_source_url: 'https://shop.example/',
    user_data: { client_ip_address: '203.0.113.7', client_user_agent: user_agent },
    ...rest,
  }
}
