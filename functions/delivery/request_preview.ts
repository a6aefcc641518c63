/** Delivery: builds the request of a preview by the target's own code, with a placeholder in the place of each secret. It is given no secret,
 * so that none can be shown. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import type { PreviewedRequest } from '../../schemas/delivery_preview.ts'
import { keywordsOf } from '../linkage/keywords.ts'
import { secretSettings, type LinkedEvent, type Target } from '../targets/target.ts'
import { withoutKeys } from './hidden_settings.ts'

/** `‹access_token›`: no third party has such a secret, and no header can have these characters. */
function placeholder(name: string): string {
  return `‹${name}›`
}

/** Returns the function that builds the request of one event. It throws what the target's own function throws. */
export function createRequestPreview({ settings }: Pick<Destination, 'settings'>, target: Target) {
  const { required = [] } = keywordsOf(target.settings)
  const secrets = secretSettings(target)
  const needed = secrets.filter((name) => required.includes(name))
  const optional = secrets.filter((name) => !needed.includes(name))
  // A secret that was put among the plain settings by mistake is replaced, too.
  const plain = Object.fromEntries(
    Object.entries(settings)
      .filter(([name]) => !secrets.includes(name))
      .map(([name, value]) => [name, withoutKeys(name, value)]),
  )
  const placeholders = Object.fromEntries(needed.map((name) => [name, placeholder(name)]))

  return (event: LinkedEvent, now: Date): PreviewedRequest => {
    const context = {
      now,
      authorization: `Bearer ${placeholder(target.oauth ? 'access token' : 'token of forward')}`,
    }
    const build = (values: Readonly<Record<string, string>>): readonly (readonly [string, string])[] => {
      const { method, url, headers, body } = target.request([event], { ...plain, ...values }, context)
      return [
        ['method', method],
        ['url', url],
        ['body', body.toString()],
        ...Object.entries(headers).map(([name, text]) => [`header ${name}`, text] as const),
      ]
    }
    const parts = new Map(build(placeholders))
    // A part that is computed of a secret, such as a signature, would look like a real one.
    const computed = new Map<string, string>()
    for (const name of needed) {
      const other = placeholder(`another ${name}`)
      for (const [part, text] of build({ ...placeholders, [name]: other }))
        if (restored(text, other, name) !== parts.get(part))
          computed.set(part, `${schemeOf(text)}${placeholder(`made of ${name}`)}`)
    }
    const textOf = (part: string): string =>
      computed.get(part) ??
      needed.reduce(
        (text, name) => text.replaceAll(encodeURIComponent(placeholder(name)), placeholder(name)),
        parts.get(part) ?? '',
      )
    return {
      method: textOf('method'),
      url: textOf('url'),
      headers: Object.fromEntries(
        [...parts.keys()]
          .filter((part) => part.startsWith('header '))
          .map((part) => [part.slice('header '.length), textOf(part)]),
      ),
      body: textOf('body'),
      ...(optional.length > 0 && { optional_secrets: optional }),
    }
  }
}

/** The text with the first placeholder of a secret in the place of the second. */
function restored(text: string, other: string, name: string): string {
  return text
    .replaceAll(other, placeholder(name))
    .replaceAll(encodeURIComponent(other), encodeURIComponent(placeholder(name)))
}

/** The scheme of a computed header: `Basic `. https://www.rfc-editor.org/rfc/rfc7617 */
function schemeOf(text: string): string {
  return text.startsWith('Basic ') ? 'Basic ' : ''
}
