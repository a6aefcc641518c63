/** Environment of the functions: the variables the Pulumi program sets and the functions read, described once. */
import { Type, type Static } from 'typebox'

/** Where millions of rows pass one after the other, garbage is collected early: half the memory for a tenth of the speed.
 * https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib */
export const streamingNodeOptions = '--max-semi-space-size=4'

const busProject = Type.String({ minLength: 1, description: 'Project of the event bus.' })
const queriedProject = Type.String({
  minLength: 1,
  description: 'Project of the event bus and of the dataset; queries run in it.',
})
const translationsDataset = Type.String({
  minLength: 1,
  description: 'BigQuery dataset that holds the saved translations and definitions.',
})
const destinations = Type.String({ minLength: 2, description: 'JSON array of schemas/destination.ts.' })
const actions = Type.String({ minLength: 2, description: 'JSON array of actions, schemas/configured.ts.' })

/** What each deployed function is told; the values are strings, as environment variables are. */
export const environments = {
  ingest: Type.Object({
    GOOGLE_CLOUD_PROJECT: busProject,
    DATASET: Type.String({
      minLength: 1,
      description: 'BigQuery dataset that holds the saved definitions.',
    }),
    ALLOWED_ORIGINS: Type.String({
      description: 'Origins whose pages may send events: separated by commas, `*` for any, empty for none.',
    }),
    TOPICS: Type.String({
      minLength: 1,
      description: 'Ids of the deployed topics that producers publish to, separated by commas.',
    }),
  }),
  translate: Type.Object({
    GOOGLE_CLOUD_PROJECT: busProject,
    DATASET: translationsDataset,
    ALLOWED_ORIGINS: Type.String({
      description: 'Origins whose pages may send payloads: separated by commas, `*` for any, empty for none.',
    }),
    NODE_OPTIONS: Type.String({
      description: 'Options of Node: a small young generation keeps memory low while a large body passes.',
    }),
  }),
  hook: Type.Object({
    GOOGLE_CLOUD_PROJECT: busProject,
    DATASET: translationsDataset,
    WEBHOOKS: Type.String({ minLength: 2, description: 'JSON array of schemas/webhook.ts.' }),
  }),
  store: Type.Object({
    GOOGLE_CLOUD_PROJECT: Type.String({
      minLength: 1,
      description: 'Project of the event bus and of the dataset.',
    }),
    DATASET: Type.String({ minLength: 1, description: 'BigQuery dataset that holds the events.' }),
    DESTINATIONS: destinations,
    ACTIONS: actions,
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
    SYNCS: Type.String({ minLength: 2, description: 'JSON array of syncs, schemas/configured.ts.' }),
  }),
  act: Type.Object({
    GOOGLE_CLOUD_PROJECT: queriedProject,
    DATASET: Type.String({ minLength: 1, description: 'BigQuery dataset that conditions are asked of.' }),
    DESTINATIONS: destinations,
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
      description: 'Project that queries run in, and of the dataset.',
    }),
    DATASET: Type.String({
      minLength: 1,
      description: 'BigQuery dataset that holds the events and the views.',
    }),
    DESTINATIONS: Type.String({
      minLength: 2,
      description: 'JSON array of schemas/destination.ts, to tell what would become of an event.',
    }),
    TRANSLATE_URL: Type.String({
      minLength: 8,
      description: 'Address of the function translate, without a path: where systems POST raw payloads.',
    }),
    TRANSLATE_AUDIENCE: Type.String({
      description:
        'What Cloud Run calls the function translate, where only its invokers may call it; empty where anybody may.',
    }),
    HOOK_URL: Type.String({
      description: 'Address of the function hook, without a path; empty where there is none.',
    }),
    WEBHOOKS: Type.String({
      description: 'Translations that take webhooks, separated by commas; empty for none.',
    }),
    SIGN_IN: Type.Union([Type.Literal('google'), Type.Literal('token'), Type.Literal('local')], {
      description:
        'How the page gets a token: google asks Google Identity Services, token lets people paste one, local asks the origin itself.',
    }),
    CONSOLE_CLIENT_ID: Type.String({
      description: 'OAuth client id of the page; empty unless SIGN_IN is google.',
    }),
  }),
} as const

/** Names of the deployed functions. */
export type FunctionName = keyof typeof environments
export type Environment<Name extends FunctionName> = Static<(typeof environments)[Name]>
