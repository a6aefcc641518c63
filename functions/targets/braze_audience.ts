/** Target `braze_audience`: a boolean attribute of Braze's profiles, true for members and false for those who have left, by which segments filter. */
import { Type } from 'typebox'
import { acceptedExcept } from './answer.ts'
import { classifyTrack, RestEndpoint, trackHeaders, trackUrl } from './braze_track.ts'
import { strictObject } from './closed.ts'
import { listOfPeople, OperationField, listOperationLink, operationOf } from './membership.ts'
import { Plain } from './personal.ts'
import { withoutAny } from './presence.ts'
import { defineTarget, Secret } from './target.ts'

/** First words of Braze's standard attributes. Some, such as `email_subscribe`, would change a subscription.
 * https://www.braze.com/docs/api/objects_filters/user_attributes_object */
const standardWords =
  'alias|braze|country|current|date|dob|email|external|facebook|first|gender|home|language|last|marked|phone|push|subscription|time|twitter|user'

const settings = Type.Object(
  {
    rest_endpoint: RestEndpoint,
    api_key: Secret('REST API key with the permission users.track.'),
    attribute: Type.String({
      pattern: `^(?!(${standardWords})(_|$))[A-Za-z][A-Za-z0-9_]{0,254}$`,
      description:
        'Name of a custom attribute of the type boolean: true for members, false for people who have left. It does not begin with a word of a standard attribute, such as email.',
      examples: ['in_lapsed_customers'],
    }),
    update_existing_only: Type.Optional(
      Type.Boolean({ description: 'Adds only users that Braze knows already. Default: false.' }),
    ),
  },
  { additionalProperties: false },
)

export const braze_audience = defineTarget({
  ...listOfPeople,
  name: 'braze_audience',
  title: 'Braze Audience',
  purpose: 'messaging',
  honours: null,
  docs: 'https://www.braze.com/docs/api/endpoints/user_data/post_user_track',
  settings,
  fields: strictObject(
    { operation: OperationField },
    { external_id: Plain('trim', { maxLength: 997 }), email: Plain('email'), phone: Plain('phone_e164') },
  ),
  linkage: {
    ...listOperationLink,
    external_id: 'user_id',
    // Braze accepts only one identifier.
    email: withoutAny(['user_id'], 'email'),
    phone: withoutAny(['user_id', 'email'], 'phone'),
  },
  audience: {
    docs: 'https://www.braze.com/docs/api/objects_filters/user_attributes_object',
    identifiers: ['user_id', 'email', 'phone'],
  },
  identity: [['external_id'], ['email'], ['phone']],
  test: null,
  batch: { maxItems: 75, maxBytes: 2_000_000, atomic: false },
  request: (events, { rest_endpoint, api_key, attribute, update_existing_only }) => ({
    method: 'POST',
    url: trackUrl(rest_endpoint),
    headers: trackHeaders(api_key),
    body: JSON.stringify({
      attributes: events.map((event) => {
        const { operation: _operation, ...identifier } = event.fields
        const isMember = operationOf(event) === 'add'
        return {
          ...identifier,
          [attribute]: isMember,
          // A removal makes no profile.
          _update_existing_only: isMember ? update_existing_only : true,
        }
      }),
    }),
    timeout: 10_000,
  }),
  classify: (response, events) =>
    classifyTrack(response, events, (faultsIn) =>
      acceptedExcept(response, events, new Map(faultsIn('attributes'))),
    ),
})
