/** Target layer: the page and the campaign of an event, as properties of events at messaging platforms. */
import type { Link } from '../../schemas/link.ts'

const names =
  'page_url page_title page_referrer utm_source utm_medium utm_campaign utm_term utm_content utm_id'.split(
    ' ',
  )

/** Links the fields of the page and the campaign to members of `into`: `into.page_url`. */
export function pageContext(into: string): Link {
  return Object.fromEntries(names.map((name) => [`${into}.${name}`, name]))
}
