/** Functions: describes the environment variables that the Pulumi program sets and the functions read. */
import { Type, type Static } from 'typebox'

const busProject = Type.String({ minLength: 1, description: 'Project of the event bus.' })
const queriedProject = Type.String({
  minLength: 1,
  description: 'Project of the event bus and the dataset, in which queries run.',
})
const translationsDataset = Type.String({
  minLength: 1,
  description: 'BigQuery dataset that holds the saved translations and definitions.',
})
const destinations = Type.String({
  minLength: 2,
  description: 'JSON array of destinations (schemas/destination.ts).',
})
const consentDefaults = Type.String({
  minLength: 2,
  description: 'JSON object of the default consent by region (schemas/consent_defaults.ts).',
})
const derivedFields = Type.String({
  minLength: 2,
  description: 'JSON object of the context fields that are derived (schemas/derived_fields.ts).',
})
const sources = Type.Optional(
  Type.String({
    minLength: 2,
    description: 'JSON object of the sources (schemas/source.ts). Absent: there are none.',
  }),
)
const actions = Type.String({ minLength: 2, description: 'JSON array of actions (schemas/configured.ts).' })

/** The environment variables of each deployed function. */
export const environments = {
  ingest: Type.Object({
    GOOGLE_CLOUD_PROJECT: busProject,
    DATASET: Type.String({
      minLength: 1,
      description: 'BigQuery dataset that holds the saved definitions.',
    }),
    ALLOWED_ORIGINS: Type.String({
      description: 'Origins whose pages may send events, separated by commas. `*`: any. Empty: none.',
    }),
    TOPICS: Type.String({
      minLength: 1,
      description: 'Ids of the topics that producers publish to, separated by commas.',
    }),
    DERIVED_FIELDS: derivedFields,
    SOURCES: sources,
  }),
  translate: Type.Object({
    GOOGLE_CLOUD_PROJECT: busProject,
    DATASET: translationsDataset,
    ALLOWED_ORIGINS: Type.String({
      description: 'Origins whose pages may send payloads, separated by commas. `*`: any. Empty: none.',
    }),
  }),
  hook: Type.Object({
    GOOGLE_CLOUD_PROJECT: busProject,
    DATASET: translationsDataset,
    WEBHOOKS: Type.String({ minLength: 2, description: 'JSON array of webhooks (schemas/webhook.ts).' }),
  }),
  collect: Type.Object({
    GOOGLE_CLOUD_PROJECT: busProject,
    WEB_SOURCES: Type.String({
      minLength: 2,
      description: 'JSON array of web sources (schemas/web_source.ts).',
    }),
    TRUSTED_HOPS: Type.Enum(['1', '2'], {
      description:
        'Number of entries that Google appends to X-Forwarded-For: 2 behind the load balancer, else 1.',
    }),
  }),
  store: Type.Object({
    GOOGLE_CLOUD_PROJECT: Type.String({
      minLength: 1,
      description: 'Project of the event bus and the dataset.',
    }),
    DATASET: Type.String({ minLength: 1, description: 'BigQuery dataset that holds the events.' }),
    DESTINATIONS: destinations,
    CONSENT_DEFAULTS: consentDefaults,
    ACTIONS: actions,
    DERIVED_FIELDS: derivedFields,
    ORDERING: Type.String({ description: 'JSON of the ordering (schemas/ordering.ts). Empty: no order.' }),
    SOURCES: sources,
  }),
  forward: Type.Object({
    GOOGLE_CLOUD_PROJECT: Type.String({ minLength: 1, description: 'Project of the dataset.' }),
    DATASET: Type.String({ minLength: 1, description: 'BigQuery dataset that holds the deliveries.' }),
    DESTINATIONS: destinations,
  }),
  sync: Type.Object({
    GOOGLE_CLOUD_PROJECT: queriedProject,
    DATASET: Type.String({ minLength: 1, description: 'BigQuery dataset that syncs and replays read.' }),
    DESTINATIONS: destinations,
    CONSENT_DEFAULTS: consentDefaults,
    SYNCS: Type.String({ minLength: 2, description: 'JSON array of syncs (schemas/configured.ts).' }),
    PAUSED: Type.String({
      description:
        'Ids of the destinations that are paused in the settings, separated by commas. Empty: none.',
    }),
    SOURCES: sources,
    KEPT_DAYS: Type.String({
      pattern: '^[0-9]+$',
      description: 'Number of days before today of which the daily check finds all rows.',
    }),
  }),
  act: Type.Object({
    GOOGLE_CLOUD_PROJECT: queriedProject,
    DATASET: Type.String({
      minLength: 1,
      description: 'BigQuery dataset that requirements are evaluated on.',
    }),
    DESTINATIONS: destinations,
    CONSENT_DEFAULTS: consentDefaults,
    ACTIONS: actions,
  }),
  erase: Type.Object({
    GOOGLE_CLOUD_PROJECT: queriedProject,
    DATASET: Type.String({ minLength: 1, description: 'BigQuery dataset that people are erased from.' }),
    DESTINATIONS: destinations,
  }),
  console: Type.Object({
    GOOGLE_CLOUD_PROJECT: Type.String({
      minLength: 1,
      description: 'Project of the dataset, in which queries run.',
    }),
    DATASET: Type.String({
      minLength: 1,
      description: 'BigQuery dataset that holds events and views.',
    }),
    DESTINATIONS: Type.String({
      minLength: 2,
      description: 'JSON array of destinations (schemas/destination.ts), for delivery previews.',
    }),
    CONSENT_DEFAULTS: consentDefaults,
    DERIVED_FIELDS: derivedFields,
    TRANSLATE_URL: Type.String({
      minLength: 8,
      description: 'URL of the function translate, without a path.',
    }),
    TRANSLATE_AUDIENCE: Type.String({
      description:
        'Cloud Run URL of the function translate, as audience of ID tokens. Empty if the function is public.',
    }),
    HOOK_URL: Type.String({
      description: 'URL of the function hook, without a path. Empty if there is none.',
    }),
    FORWARD_URL: Type.String({
      minLength: 8,
      description:
        'Cloud Run URL of the function forward, to which the subscription of a resumed destination pushes.',
    }),
    PUSH_ACCOUNT: Type.String({
      minLength: 3,
      description: 'Email address of the service account as which Pub/Sub pushes.',
    }),
    WEBHOOKS: Type.String({
      description: 'Names of the translations that accept webhooks, separated by commas. Empty: none.',
    }),
    SIGN_IN: Type.Union([Type.Literal('google'), Type.Literal('token'), Type.Literal('local')], {
      description:
        'How the page gets a token: google: Google Identity Services; token: a pasted token; local: from its own origin.',
    }),
    CONSOLE_CLIENT_ID: Type.String({
      description: 'OAuth client id of the page. Empty unless SIGN_IN is google.',
    }),
    AUTOMATIONS: Type.String({
      minLength: 2,
      description: 'JSON array of syncs and actions with their schedules (schemas/configured.ts).',
    }),
    CLIENT_ADDRESS: Type.Union([Type.Literal('load_balancer'), Type.Literal('')], {
      description: 'Who vouches for the address of a caller: the load balancer. Empty: nobody.',
    }),
    SOURCES: sources,
  }),
} as const

/** Names of the deployed functions. */
export type FunctionName = keyof typeof environments
export type Environment<Name extends FunctionName> = Static<(typeof environments)[Name]>
