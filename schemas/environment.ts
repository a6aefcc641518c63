/** Environment of the functions: the variables the Pulumi program sets and the functions read, described once. */
import { Type, type Static } from 'typebox'

/** What each deployed function is told; the values are strings, as environment variables are. */
export const environments = {
  ingest: Type.Object({
    GOOGLE_CLOUD_PROJECT: Type.String({ minLength: 1, description: 'Project of the event bus.' }),
    ALLOWED_ORIGINS: Type.String({
      description: 'Origins whose pages may send events: separated by commas, `*` for any, empty for none.',
    }),
  }),
  store: Type.Object({
    GOOGLE_CLOUD_PROJECT: Type.String({
      minLength: 1,
      description: 'Project of the event bus and of the dataset.',
    }),
    DATASET: Type.String({ minLength: 1, description: 'BigQuery dataset that holds the events.' }),
    DESTINATIONS: Type.String({ minLength: 2, description: 'JSON array of schemas/destination.ts.' }),
  }),
  forward: Type.Object({
    GOOGLE_CLOUD_PROJECT: Type.String({ minLength: 1, description: 'Project of the dataset.' }),
    DATASET: Type.String({ minLength: 1, description: 'BigQuery dataset that holds the deliveries.' }),
    DESTINATIONS: Type.String({ minLength: 2, description: 'JSON array of schemas/destination.ts.' }),
  }),
} as const

/** Names of the deployed functions. */
export type FunctionName = keyof typeof environments
export type Environment<Name extends FunctionName> = Static<(typeof environments)[Name]>
