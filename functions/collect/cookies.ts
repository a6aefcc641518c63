/** Web door: reads the ids that platforms keep in first-party cookies. A browser sends them only if the door is on the site of the page. Pure. */

/** Values are plain: none of these cookies is quoted or percent-encoded. https://www.rfc-editor.org/rfc/rfc6265#section-4.2 */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals === -1) continue
    const name = pair.slice(0, equals).trim()
    // The cookie of the most specific path comes first. https://www.rfc-editor.org/rfc/rfc6265#section-5.4
    if (!cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim())
  }
  return cookies
}

/** Cookie → context field, for cookies whose value is the id. */
const plain: readonly (readonly [cookie: string, field: string])[] = [
  // https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc
  ['_fbp', 'fbp'],
  ['_fbc', 'fbc'],
  // https://business-api.tiktok.com/portal/docs?id=1771100879787009
  ['_ttp', 'ttp'],
  // https://developers.pinterest.com/docs/api-features/conversion-overview/
  ['_epik', 'epik'],
  // https://businesshelp.snapchat.com/s/article/capi-setup
  ['_scid', 'sc_cookie1'],
  // https://learn.microsoft.com/en-us/linkedin/marketing/conversions/enabling-first-party-cookies
  ['li_fat_id', 'li_fat_id'],
  // https://business.reddithelp.com/s/article/about-click-ids
  ['_rdt_uuid', 'rdt_uuid'],
  // https://knowledge.hubspot.com/privacy-and-consent/what-cookies-does-hubspot-set-in-a-visitor-s-browser
  ['hubspotutk', 'hubspotutk'],
]

/** Cookie → context field, for cookies that hold the id among other values. The pattern has one group. */
const parsed: readonly (readonly [cookie: string, field: string, form: RegExp])[] = [
  // `GA1.1.1098115397.1773480413`. https://support.google.com/analytics/answer/11397207
  ['_ga', 'ga_client_id', /^GA\d\.\d+\.(\d{1,20}\.\d{1,20})$/],
  // `GCL.1773480413.EAIaIQ…`. https://support.google.com/google-ads/answer/7521212
  ['_gcl_aw', 'gclid', /^GCL\.\d+\.([\w-]+)$/],
  // `_uet6f4a5e2d…`. https://help.ads.microsoft.com/apex/index/3/en/60000
  ['_uetmsclkid', 'msclkid', /^_uet([\w-]+)$/],
]

/** `GS1.1.1773480413.3.1…` and `GS2.1.s1773480413$o3$g1…`. https://support.google.com/analytics/answer/11397207 */
const sessionForm = /^GS\d\.\d+\.s?(\d{1,20})[.$]/

/** Returns context field → id of the cookies. The values are not checked against the context fields. */
export function idsInCookies(cookies: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const [cookie, field] of plain) {
    const value = cookies.get(cookie)
    if (value) ids.set(field, value)
  }
  for (const [cookie, field, form] of parsed) {
    const id = form.exec(cookies.get(cookie) ?? '')?.[1]
    if (id !== undefined) ids.set(field, id)
  }
  // A page can belong to several streams, and nothing tells which session is meant.
  const sessions = [...cookies].filter(([name]) => /^_ga_\w+$/.test(name))
  const session = sessions.length === 1 ? sessionForm.exec(sessions[0]![1])?.[1] : undefined
  if (session !== undefined) ids.set('ga_session_id', session)
  return ids
}
