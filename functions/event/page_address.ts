/** Event: reads the campaign and the click ids from the address of a page, by the names that the vendors give them. Pure. */
import { campaign } from '../../schemas/context/campaign.ts'

/** Query parameter → context field. Names are case-sensitive, as in the vendors' documentation. */
const campaignFields: readonly (readonly [parameter: string, field: string])[] = Object.keys(campaign).map(
  (name) => [name, name],
)

const clickIdFields: readonly (readonly [parameter: string, field: string])[] = [
  // https://support.google.com/google-ads/answer/9744275
  ['gclid', 'gclid'],
  // https://support.google.com/analytics/answer/11367152
  ['gbraid', 'gbraid'],
  ['wbraid', 'wbraid'],
  // https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc
  ['fbclid', 'fbclid'],
  // https://ads.tiktok.com/help/article/tiktok-click-id
  ['ttclid', 'ttclid'],
  // https://developers.pinterest.com/docs/api-features/conversion-overview/
  ['epik', 'epik'],
  // https://businesshelp.snapchat.com/s/article/capi-setup
  ['ScCid', 'sc_click_id'],
  // https://learn.microsoft.com/en-us/linkedin/marketing/conversions/enabling-first-party-cookies
  ['li_fat_id', 'li_fat_id'],
  // https://business.reddithelp.com/s/article/about-click-ids
  ['rdt_cid', 'rdt_cid'],
  // https://business.x.com/en/help/campaign-measurement-and-analytics/conversion-tracking-for-websites
  ['twclid', 'twclid'],
  // https://help.ads.microsoft.com/apex/index/3/en/60000
  ['msclkid', 'msclkid'],
  // https://help.klaviyo.com/hc/en-us/articles/115005076767
  ['_kx', 'kx'],
]

/** What is read from an address. Default: nothing. */
interface Wanted {
  campaign?: boolean
  clickIds?: boolean
}

/** Creates the function that returns context field → value of an address's query: the first value of each parameter, decoded as a form (RFC 1866,
 * `+` is a space). Empty values, and those that are not UTF-8, are not returned. It reads each character of the address once. The values are not
 * checked against the context fields. */
export function compileAddress({
  campaign: hasCampaign = false,
  clickIds = false,
}: Wanted): (pageUrl: string) => ReadonlyMap<string, string> {
  const fields = new Map([...(hasCampaign ? campaignFields : []), ...(clickIds ? clickIdFields : [])])
  return (pageUrl) => {
    const found = new Map<string, string>()
    const start = pageUrl.indexOf('?') + 1
    if (start === 0) return found
    const fragment = pageUrl.indexOf('#')
    const end = fragment === -1 ? pageUrl.length : fragment
    for (let at = start; at < end;) {
      const next = pageUrl.indexOf('&', at)
      const stop = next === -1 || next > end ? end : next
      const equals = pageUrl.indexOf('=', at)
      if (equals === -1) break
      const field = equals < stop ? fields.get(pageUrl.slice(at, equals)) : undefined
      if (field !== undefined && !found.has(field)) {
        const value = decoded(pageUrl.slice(equals + 1, stop))
        if (value !== undefined) found.set(field, value)
      }
      at = stop + 1
    }
    return found
  }
}

/** Undefined for an empty value, and for one that is not UTF-8: https://url.spec.whatwg.org/#urlencoded-parsing */
function decoded(text: string): string | undefined {
  const value = /[%+]|[^ -~]/.test(text) ? new URLSearchParams(`v=${text}`).get('v')! : text
  return value === '' || value.includes('\uFFFD') ? undefined : value
}
