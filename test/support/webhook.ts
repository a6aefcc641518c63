/** Tests: the settings of a destination that hands events on as they are, to a path of the local third party. */

export const webhookSecret = 'whsec_c2x1aWNlLWxvY2FsLWRldmVsb3BtZW50LXNlY3JldCE='

/** Takes every event, unless `more` says otherwise. */
export function webhookTo(path: string, more: object = {}) {
  return {
    target: 'webhook',
    settings: { url: `\${thirdPartyUrl}/${path}`, allow_insecure: true },
    secrets: { secret: webhookSecret },
    rules: [{ id: 'all', effect: 'permit', when: 'true' }],
    ...more,
  }
}
