/** Settings: checks the channels of alerts beside email. Pure. */
import type { PlainSettings } from './schema.ts'
import { unknownSecret } from './webhooks.ts'

/** Returns a line for each problem that the schema does not cover. No line holds a secret. */
export function alertChannelProblems(
  namespace: string,
  { webhook }: PlainSettings['alertChannels'],
  isSound: (path: string) => boolean,
): readonly string[] {
  const path = `${namespace}:alertChannels.webhook`
  if (!webhook || !isSound(path)) return []
  const { url, username, password } = webhook
  return [
    ...(url === unknownSecret || (url.startsWith('https://') && URL.canParse(url))
      ? []
      : [`${path}.url must be a URL that starts with https://`]),
    ...((username === undefined) === (password === undefined)
      ? []
      : [`${path} must have both username and password, or neither`]),
  ]
}
