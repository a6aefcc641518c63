/** Test support: settings of a destination that sends events unchanged to a path of the third-party recorder. */

export const webhookSecret = 'whsec_c2x1aWNlLWxvY2FsLWRldmVsb3BtZW50LXNlY3JldCE='

/** Returns the settings. Every event is permitted, unless `more` overrides the rules. */
export function webhookTo(path: string, more: object = {}) {
  return {
    target: 'webhook',
    settings: { url: `\${thirdPartyUrl}/${path}`, allow_insecure: true },
    secrets: { secret: webhookSecret },
    rules: [{ id: 'all', effect: 'permit', when: 'true' }],
    ...more,
  }
}
