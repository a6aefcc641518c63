/** Observability: describes the notification channels beside email. Their secrets are Pulumi secrets, so that the state has them encrypted.
 * Labels of each type: https://cloud.google.com/monitoring/alerts/using-channels-api
 * https://cloud.google.com/monitoring/api/ref_v3/rest/v3/projects.notificationChannelDescriptors */
import type { monitoring } from '@pulumi/gcp'
import { secret } from '@pulumi/pulumi'
import type { Settings } from '../settings/index.ts'

interface Channel extends monitoring.NotificationChannelArgs {
  name: string
}

export function channelsOf({ slack, webhook }: Settings['alertChannels']): readonly Channel[] {
  return [
    ...(slack
      ? [
          {
            name: 'slack',
            type: 'slack',
            displayName: `Sluice: ${slack.channel}`,
            labels: { channel_name: slack.channel },
            sensitiveLabels: { authToken: secret(slack.token) },
          },
        ]
      : []),
    ...(webhook ? [webhookChannel(webhook)] : []),
  ]
}

function webhookChannel({
  url,
  token,
  username,
  password,
}: NonNullable<Settings['alertChannels']['webhook']>): Channel {
  const common = { name: 'webhook', displayName: `Sluice: ${new URL(url).host}` }
  // Google sends what the URL holds. https://cloud.google.com/monitoring/support/notification-options#webhooks
  if (token !== undefined) {
    const separator = url.includes('?') ? '&' : '?'
    const address = `${url}${separator}auth_token=${encodeURIComponent(token)}`
    return { ...common, type: 'webhook_tokenauth', labels: { url: secret(address) } }
  }
  return {
    ...common,
    type: 'webhook_basicauth',
    labels: { url, username: username! },
    sensitiveLabels: { password: secret(password!) },
  }
}
