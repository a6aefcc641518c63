/** Target layer: the address of Meta's Graph API, for events and for audiences. */
import { Type } from 'typebox'

/** Setting of the targets of Meta. */
export const GraphVersion = Type.Optional(
  Type.String({
    pattern: '^v[0-9]{1,3}\\.[0-9]$',
    description: 'Version of the Graph API. Default: v25.0. Meta supports a version for at least two years.',
    examples: ['v25.0'],
  }),
)

export function graphUrl(version = 'v25.0', path: string): string {
  return `https://graph.facebook.com/${version}/${path}`
}
