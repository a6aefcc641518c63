/** Settings: schema of Pulumi.<stack>.yaml, with the defaults. Pulumi.example.yaml explains each key. */
import { Type, type Static } from 'typebox'
import { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import { DerivedFields } from '../../schemas/derived_fields.ts'
import { Destination, DestinationId } from '../../schemas/destination.ts'
import type { Link } from '../../schemas/link.ts'
import { Ordering } from '../../schemas/ordering.ts'
import { drain, drainOfDestination } from './drain.ts'
import {
  alertChannels,
  alertSettings,
  budget,
  edge,
  encryption,
  messageRegions,
  regionPattern,
  requestLogShare,
  storageBilling,
} from './platform.ts'
import { MemberList } from './members.ts'
import { actionSettings, syncSettings } from './runs.ts'
import { sourceSettings } from './sources.ts'
import { webhooks } from './webhooks.ts'

function Backoff(initial: string) {
  return Type.String({
    pattern: '^([0-9]{1,2}|[1-5][0-9]{2})(\\.[0-9]{1,9})?s$|^600s$',
    default: initial,
    description: 'a delay between two attempts, 0s to 600s',
    examples: [initial],
  })
}

function Instances(initial: number, minimum: number) {
  return Type.Integer({
    minimum,
    maximum: 1000,
    default: initial,
    description: 'a number of instances',
    examples: [initial],
  })
}

function Days(initial: number) {
  return Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: initial,
    description: 'retention of rows in days, 0 for no limit',
    examples: [initial],
  })
}

const { id: _, ...destinationFields } = Destination.properties
const DestinationSetting = Type.Object(
  {
    ...destinationFields,
    settings: Type.Optional(destinationFields.settings),
    // The linkage layer checks the form of sources: its messages name what was probably meant.
    linkage: Type.Optional(
      Type.Record(Type.String(), Type.Unsafe<Link>(Type.Record(Type.String(), Type.Unknown()))),
    ),
    paused: Type.Optional(
      Type.Boolean({
        description: 'true holds the events of the destination in its subscription',
        examples: [true],
      }),
    ),
    drain: drainOfDestination,
    secrets: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), Type.String({ minLength: 1 }), {
        additionalProperties: false,
        description: 'secret settings of the target by name, each set with `pulumi config set --secret`',
        examples: [{ secret: '…' }],
      }),
    ),
  },
  { additionalProperties: false, examples: [{ target: 'webhook', rules: [] }] },
)

/** The settings by key. */
export const PlainSettings = Type.Object(
  {
    region: Type.String({
      pattern: regionPattern,
      default: 'europe-west1',
      description: 'a Cloud Run region',
      examples: ['europe-west1'],
    }),
    location: Type.String({
      pattern: '^([A-Z]{2}|[a-z]+-[a-z]+[0-9]+)$',
      default: 'EU',
      description: 'a BigQuery location',
      examples: ['EU', 'europe-west1'],
    }),
    dataset: Type.String({
      pattern: '^[A-Za-z0-9_]{1,1024}$',
      default: 'sluice',
      description: 'the id of a BigQuery dataset',
      examples: ['sluice'],
    }),
    messageRegions,
    requestLogShare,
    encryption: Type.Optional(encryption),
    producers: MemberList,
    analysts: MemberList,
    editors: MemberList,
    operators: MemberList,
    protectData: Type.Boolean({ default: true, description: 'true or false', examples: [true] }),
    retention: Type.Object(
      { events: Days(0), quarantine: Days(90), deliveries: Days(400) },
      { additionalProperties: false, examples: [{ events: 0, quarantine: 90, deliveries: 400 }] },
    ),
    storageBilling: Type.Optional(storageBilling),
    messageRetention: Type.Integer({
      minimum: 0,
      maximum: 31,
      default: 7,
      description: 'retention of messages by topics in days, 0 for none',
      examples: [7],
    }),
    allowedOrigins: Type.Array(Type.String({ pattern: '^(\\*|https?://[^/\\s,]+)$' }), {
      uniqueItems: true,
      default: [],
      description: 'Origins of web pages, or * for any',
      examples: [['https://shop.acme.example']],
    }),
    publicIngress: Type.Boolean({ default: true, description: 'true or false', examples: [true] }),
    consoleClientId: Type.String({
      pattern: '^([0-9]+-[a-z0-9]+\\.apps\\.googleusercontent\\.com)?$',
      default: '',
      description: 'an OAuth client id, or empty',
      examples: ['123456789012-abc123.apps.googleusercontent.com'],
    }),
    edge: Type.Optional(edge),
    alerts: alertSettings,
    alertChannels,
    budget: Type.Optional(budget),
    webhooks,
    delivery: Type.Object(
      {
        maxAttempts: Type.Integer({
          minimum: 5,
          maximum: 100,
          default: 100,
          description: 'attempts until a message becomes a dead letter, 5 to 100',
          examples: [100],
        }),
        minimumBackoff: Backoff('10s'),
        maximumBackoff: Backoff('600s'),
      },
      { additionalProperties: false, examples: [{ maxAttempts: 100 }] },
    ),
    instances: Type.Object(
      { min: Instances(0, 0), max: Instances(20, 1) },
      { additionalProperties: false, examples: [{ min: 0, max: 20 }] },
    ),
    sources: sourceSettings,
    drain,
    ordering: Type.Optional(Ordering),
    consentDefaults: ConsentDefaults,
    derivedFields: DerivedFields,
    destinations: Type.Record(DestinationId, DestinationSetting, {
      additionalProperties: false,
      // Each permitted destination is an attribute of the message. A message has at most 100: ten are for the platform
      // (schemas/bus.ts), and Pub/Sub adds up to six to a dead letter. https://cloud.google.com/pubsub/quotas#resource_limits
      maxProperties: 84,
      default: {},
      description: 'destinations by id',
      examples: [{ webhook: { target: 'webhook', rules: [] } }],
    }),
    syncs: syncSettings,
    actions: actionSettings,
  },
  { additionalProperties: false },
)
export type PlainSettings = Static<typeof PlainSettings>
