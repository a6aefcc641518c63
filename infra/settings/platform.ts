/** Settings: schemas of the keys about the platform: message regions, encryption, load balancer, alerts, budget. */
import { Type } from 'typebox'

/** A region of Google Cloud. */
export const regionPattern = '^[a-z]+-[a-z]+[0-9]+$'

export const messageRegions = Type.Array(Type.String({ pattern: regionPattern }), {
  uniqueItems: true,
  default: [],
  description: 'regions in which messages may be stored; empty for any',
  examples: [['europe-west1', 'europe-west4']],
})

/** Few steps, so that a filter of Cloud Logging can state the share. */
export const requestLogShare = Type.Number({
  minimum: 0,
  maximum: 1,
  multipleOf: 0.0001,
  default: 0,
  description: 'a share of the successful requests, 0 to 1',
  examples: [0.01],
})

/** https://cloud.google.com/bigquery/docs/datasets-intro#dataset_storage_billing_models */
export const storageBilling = Type.Union([Type.Literal('LOGICAL'), Type.Literal('PHYSICAL')], {
  description: 'bytes by which BigQuery bills stored rows',
  examples: ['PHYSICAL'],
})

export const encryption = Type.Object(
  {
    key: Type.String({
      pattern:
        '^projects/[-a-z0-9:.]+/locations/[-a-z0-9]+/keyRings/[-_A-Za-z0-9]{1,63}/cryptoKeys/[-_A-Za-z0-9]{1,63}$',
      description: 'the full name of a key of Cloud KMS',
      examples: ['projects/acme-keys/locations/europe-west1/keyRings/events/cryptoKeys/sluice'],
    }),
  },
  { additionalProperties: false },
)

export const edge = Type.Object(
  {
    domain: Type.String({
      pattern: '^([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$',
      maxLength: 253,
      description: 'a domain name of your own',
      examples: ['events.acme.example'],
    }),
    armor: Type.Optional(
      Type.Object(
        {
          rateLimitPerMinute: Type.Integer({
            minimum: 1,
            maximum: 1_000_000,
            description: 'maximum requests per minute of one IP address',
            examples: [6000],
          }),
        },
        { additionalProperties: false, examples: [{ rateLimitPerMinute: 6000 }] },
      ),
    ),
  },
  { additionalProperties: false, examples: [{ domain: 'events.acme.example' }] },
)

export const alertSettings = Type.Object(
  {
    // A budget notifies at most five channels. https://cloud.google.com/billing/docs/how-to/budgets-notification-recipients
    emails: Type.Array(Type.String({ pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' }), {
      uniqueItems: true,
      maxItems: 5,
      default: [],
      description: 'at most five addresses that alerts are sent to',
      examples: [['on-call@acme.example']],
    }),
    runbook: Type.Optional(
      Type.String({
        pattern: '^https://[^\\s#]+$',
        description: 'URL of docs/operations.md, for the links in alerts',
        examples: ['https://git.acme.example/sluice/docs/operations.md'],
      }),
    ),
  },
  { additionalProperties: false, examples: [{ emails: ['on-call@acme.example'] }] },
)

const ChannelSecret = Type.String({
  minLength: 8,
  description: 'a secret, set with `pulumi config set --secret`',
})

/** A key of its own, so that the secrets do not hide the addresses of `alerts`. */
export const alertChannels = Type.Object(
  {
    slack: Type.Optional(
      Type.Object(
        {
          channel: Type.String({
            pattern: '^#[^\\s#]{1,80}$',
            description: 'a channel of Slack that the app was invited to',
            examples: ['#data-alerts'],
          }),
          token: ChannelSecret,
        },
        { additionalProperties: false, examples: [{ channel: '#data-alerts', token: '…' }] },
      ),
    ),
    webhook: Type.Optional(
      Type.Object(
        {
          url: Type.String({
            pattern: '^https://[^\\s#]+$',
            description: 'a URL that accepts POST requests',
            examples: ['https://hooks.acme.example/alerts'],
          }),
          token: Type.Optional(ChannelSecret),
          username: Type.Optional(
            Type.String({
              minLength: 1,
              description: 'a user name for basic authentication',
              examples: ['sluice'],
            }),
          ),
          password: Type.Optional(ChannelSecret),
        },
        { additionalProperties: false, examples: [{ url: 'https://hooks.acme.example/alerts', token: '…' }] },
      ),
    ),
  },
  { additionalProperties: false, examples: [{ slack: { channel: '#data-alerts', token: '…' } }] },
)

export const budget = Type.Object(
  {
    billingAccount: Type.String({
      pattern: '^[0-9A-F]{6}-[0-9A-F]{6}-[0-9A-F]{6}$',
      description: 'the id of the billing account of the project',
      examples: ['012345-6789AB-CDEF01'],
    }),
    amount: Type.Integer({
      minimum: 1,
      description: 'maximum monthly cost of the project',
      examples: [500],
    }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'the currency of the billing account',
      examples: ['EUR'],
    }),
  },
  {
    additionalProperties: false,
    examples: [{ billingAccount: '012345-6789AB-CDEF01', amount: 500, currency: 'EUR' }],
  },
)
