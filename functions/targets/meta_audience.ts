/** Target `meta_audience`: a custom audience of Meta (Facebook, Instagram). It tells how many members are invalid, but not which. */
import { Type } from 'typebox'
import type { Source } from '../../schemas/link.ts'
import { delivered } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, evidenceOf } from './answer.ts'
import { strictObject } from './closed.ts'
import {
  columnsIn,
  listOfPeople,
  operationIn,
  OperationField,
  listOperationLink,
  operationOf,
  personalizedAdvertising,
} from './membership.ts'
import { classifyMeta } from './meta_answer.ts'
import { metaDataUse } from './meta_data_use.ts'
import { graphUrl, GraphVersion } from './meta_graph.ts'
import { Hashed, Plain } from './personal.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    list_id: Type.String({
      pattern: '^[0-9]{1,20}$',
      description:
        'Id of a custom audience of the type customer list, whose terms the ad account has accepted.',
      examples: ['23851234567890123'],
    }),
    access_token: Secret('Access token of a system user with the permission ads_management.'),
    api_version: GraphVersion,
  },
  { additionalProperties: false },
)

/** The identifying columns, in the order of a request. A field has the name of its column in lowercase.
 * https://developers.facebook.com/docs/marketing-api/audiences/guides/custom-audiences#hash */
const members = {
  email: Hashed('email'),
  phone: Hashed('phone_digits'),
  // Without punctuation.
  fn: Hashed('alnum'),
  ln: Hashed('alnum'),
  gen: Hashed('gender'),
  doby: Hashed('trim'),
  dobm: Hashed('trim'),
  dobd: Hashed('trim'),
  ct: Hashed('place'),
  st: Hashed('place'),
  zip: Hashed('zip'),
  country: Hashed('country_lower'),
  // Meta takes an id of the owner as it is; hashed, it is the one that the target `meta` sends with events.
  extern_id: Hashed('lower'),
  madid: Plain('lower'),
}

const dataUse = {
  data_processing_options: Type.Array(Type.Enum(['LDU'])),
  data_processing_options_country: Type.Enum([0, 1]),
  data_processing_options_state: Type.Integer({ minimum: 0 }),
}

/** What a row has in the columns of data use if another row of the request has more. */
const absent: Readonly<Record<string, unknown>> = {
  data_processing_options: [],
  data_processing_options_country: 0,
  data_processing_options_state: 0,
}

function birthday(part: string): Source {
  return { time: 'date_of_birth', format: `{${part}}` }
}

/** A removal needs no data use. */
function bodyFor(events: readonly LinkedEvent[]): string {
  const more = operationIn(events) === 'add' ? Object.keys(dataUse) : []
  const columns = columnsIn(events, [...Object.keys(members), ...more])
  return JSON.stringify({
    payload: {
      schema: columns.map((name) => name.toUpperCase()),
      data: events.map(({ fields }) => columns.map((name) => fields[name] ?? absent[name] ?? '')),
    },
  })
}

interface ResponseBody {
  num_received: number
  num_invalid_entries: number
}

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { num_received: all = events.length, num_invalid_entries: invalid = 0 } =
    bodyOf<ResponseBody>(response) ?? {}
  const attempts = classifyMeta(response, events)
  if (invalid === 0 || attempts.some(({ outcome }) => outcome.outcome !== 'delivered')) return attempts
  const outcome = delivered(evidenceOf(response, `${invalid} of ${all} entries invalid`))
  return events.map(() => ({ outcome }))
}

export const meta_audience = defineTarget({
  ...listOfPeople,
  name: 'meta_audience',
  title: 'Meta Custom Audience',
  purpose: 'advertising',
  honours: {
    flag: 'data_processing_options',
    docs: 'https://developers.facebook.com/docs/marketing-apis/data-processing-options',
  },
  docs: 'https://developers.facebook.com/docs/marketing-api/audiences/guides/custom-audiences',
  settings,
  fields: strictObject({ operation: OperationField }, { ...members, ...dataUse }),
  keep: ['data_processing_options_country', 'data_processing_options_state'],
  together: [['doby', 'dobm', 'dobd']],
  linkage: {
    ...listOperationLink,
    email: 'email',
    phone: 'phone',
    fn: 'first_name',
    ln: 'last_name',
    gen: 'gender',
    doby: birthday('year'),
    dobm: birthday('month'),
    dobd: birthday('day'),
    ct: 'city',
    st: 'region',
    zip: 'postal_code',
    country: 'country',
    extern_id: 'user_id',
    madid: 'advertising_id',
    ...metaDataUse,
  },
  audience: {
    docs: 'https://developers.facebook.com/docs/marketing-api/reference/custom-audience/users/',
    identifiers: ['email', 'phone', 'advertising_id', 'user_id'],
    consent: personalizedAdvertising,
  },
  // Other columns only refine a match.
  identity: [['email'], ['phone'], ['madid']],
  test: null,
  batch: { maxItems: 10_000, maxBytes: 4_000_000, atomic: true, key: operationOf },
  request: (events, { list_id, access_token, api_version }) => ({
    method: operationIn(events) === 'add' ? 'POST' : 'DELETE',
    url: graphUrl(api_version, `${list_id}/users`),
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: bodyFor(events),
    timeout: 30_000,
  }),
  classify,
})
