/** Event bus: describes the payload translator and the webhooks for the OpenAPI document. */
import type { ErrorReason } from '../serving/error_catalogue.ts'
import { refusals, type RefusalReason } from '../translation/endpoint/refusal.ts'
import {
  asJson,
  errorResponses,
  ofBody,
  ofEveryRequest,
  ofPubsub,
  pathParameter,
  pubsubStatuses,
  ref,
  security,
  validateOnly,
} from './openapi_parts.ts'

/** Errors of the body that translator and webhooks share. */
const ofPayload = [
  ...ofEveryRequest,
  ...ofBody,
  'PATH_UNKNOWN',
  'PARAMETER_UNKNOWN',
  'PARAMETER_INVALID',
  'ATTRIBUTES_TOO_MANY',
  'ATTRIBUTE_NAME_INVALID',
  'ATTRIBUTE_NAME_TOO_LONG',
  'ATTRIBUTE_VALUE_TOO_LONG',
  'ORDERING_KEY_TOO_LONG',
  'BUS_UNREACHABLE',
  'BUS_UNREADABLE',
] as const satisfies readonly ErrorReason[]

const { SIGNATURE_INVALID, BUS_CLOSED, ...ofTranslation } = refusals

/** Without a load balancer each function has an address of its own. */
function serversOf(name: string, output: string): readonly object[] {
  return [
    {
      url: '/',
      description:
        'Behind a load balancer, and on the machine of a developer: the address that served this document.',
    },
    {
      url: 'https://{host}',
      description: `Without a load balancer: the function \`${name}\`, whose address is in the output \`${output}\`.`,
      variables: { host: { default: `${name}.example`, description: `Host of \`${output}\`.` } },
    },
  ]
}

const translation = pathParameter(
  'translation',
  'The translation: `name`, or `name@version` for one version.',
  {
    type: 'string',
    pattern: '^[a-z][a-z0-9_]{2,63}(@[0-9]{1,4}\\.[0-9]{1,4})?$',
  },
)

const requestBody = {
  required: true,
  description: 'Records in the format of the translation, whatever the Content-Type says.',
  content: {
    ...asJson({ anyOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }] }),
    ...Object.fromEntries(
      [
        'application/x-ndjson',
        'application/x-www-form-urlencoded',
        'application/xml',
        'text/csv',
        'text/plain',
      ].map((type) => [type, { schema: { type: 'string' } }]),
    ),
  },
}

interface Payloads {
  operationId: string
  summary: string
  security: readonly object[]
  parameters: readonly object[]
  reasons: readonly ErrorReason[]
  others: Readonly<Partial<Record<RefusalReason, (typeof refusals)[RefusalReason]>>>
  ofPubsubItself: readonly number[]
}

function payloads({ reasons, others, ofPubsubItself, parameters, ...operation }: Payloads): object {
  const translated = (description: string) => ({ description, content: asJson(ref('Translated')) })
  return {
    ...operation,
    parameters: [translation, validateOnly, ...parameters],
    requestBody,
    responses: {
      200: translated('Every record became events, and Pub/Sub has stored them durably.'),
      207: translated('Some records did; `results` and `error` say what became of the others.'),
      // With the results of the records that were read before the error.
      ...errorResponses(reasons, {
        ofPubsubItself,
        others,
        schema: { anyOf: [ref('Error'), ref('Translated')] },
      }),
    },
  }
}

const signed = ['expires', 'signature'].map((name) => ({
  name,
  in: 'query',
  description: 'Part of a signed URL, for senders that sign no body.',
  schema: { type: 'string' },
}))

export const translatorPaths = {
  '/v1/translators/{translation}': {
    servers: serversOf('translate', 'translatorUrl'),
    post: payloads({
      operationId: 'translatePayload',
      summary: 'Publishes the events of a raw payload.',
      security,
      parameters: [],
      reasons: [...ofPayload, ...ofPubsub],
      others: ofTranslation,
      ofPubsubItself: pubsubStatuses,
    }),
  },
  '/v1/hooks/{translation}': {
    servers: serversOf('hook', 'hookUrl'),
    post: payloads({
      operationId: 'receiveWebhook',
      summary:
        'Publishes the events of a signed payload, if the settings name a webhook for the translation.',
      // The signature is in a header that the settings name, or in the query.
      security: [],
      parameters: signed,
      reasons: ofPayload,
      others: { ...ofTranslation, SIGNATURE_INVALID, BUS_CLOSED },
      ofPubsubItself: [400, 429, 500, 503, 504],
    }),
  },
}
