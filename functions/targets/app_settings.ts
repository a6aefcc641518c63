/** Target layer: the settings of targets whose access tokens are short-lived: an app at the vendor, and the owner's permission for it. */
import { Type } from 'typebox'
import { Secret } from './target.ts'

/** Returns the settings. `refreshToken`: what the owner has to know about the refresh token. */
export function appSettings(refreshToken: string) {
  return {
    client_id: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,128}$',
      description: 'Client id of the app.',
      examples: ['f3a91c52-7d4e-4b18-9a60-2c8e5d7b1f04'],
    }),
    refresh_token: Secret(refreshToken),
    client_secret: Secret('Client secret of the app.'),
  }
}
