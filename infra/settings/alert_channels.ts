/** Settings: checks the channels of alerts beside email. Pure. */
import type { PlainSettings } from './schema.ts'

/** Returns a line for each problem that the schema does not cover. No line holds a secret. */
export function alertChannelProblems(
  namespace: string,
  channels: PlainSettings['alertChannels'] | null,
  isSound: (path: string) => boolean,
): readonly string[] {
  const path = `${namespace}:alertChannels.webhook`
  const webhook = isSound(path) ? channels?.webhook : undefined
  if (!webhook) return []
  const { token, username, password } = webhook
  const hasLogin = username !== undefined && password !== undefined
  const hasPart = username !== undefined || password !== undefined
  return (token === undefined ? hasLogin : !hasPart)
    ? []
    : [`${path} must have either token, or username and password`]
}
