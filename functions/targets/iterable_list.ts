/** Target `iterable_list`: a static list of Iterable. A removal never unsubscribes a person from a channel. */
import { Type } from 'typebox'
import { strictObject } from './closed.ts'
import {
  classifyBulk,
  iterableApi,
  iterableEmail,
  iterableHeaders,
  iterableSettings,
} from './iterable_request.ts'
import { listOfPeople, operationIn, OperationField, listOperationLink, operationOf } from './membership.ts'
import { Plain } from './personal.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget } from './target.ts'

const settings = Type.Object(
  {
    list_id: Type.String({
      pattern: '^[0-9]{1,15}$',
      description: 'Id of a static list.',
      examples: ['123456'],
    }),
    ...iterableSettings,
  },
  { additionalProperties: false },
)

/** A user that Iterable does not know, or has forgotten for ever, is on no list. */
const isOnNoList = /^(notFound|forgotten)/

export const iterable_list = defineTarget({
  ...listOfPeople,
  name: 'iterable_list',
  title: 'Iterable List',
  purpose: 'messaging',
  honours: null,
  docs: 'https://api.iterable.com/api/docs#lists_subscribe',
  settings,
  fields: strictObject(
    { operation: OperationField },
    { email: Plain('email'), userId: Plain('trim', { maxLength: 52 }) },
  ),
  linkage: { ...listOperationLink, userId: 'user_id', email: iterableEmail },
  audience: {
    docs: 'https://support.iterable.com/hc/en-us/articles/204780589',
    identifiers: ['user_id', 'email'],
  },
  identity: [['userId'], ['email']],
  test: null,
  batch: { maxItems: 1000, maxBytes: 4_000_000, atomic: false, key: operationOf },
  request: (events, { list_id, api_key, region }) => {
    const isAdd = operationIn(events) === 'add'
    return {
      method: 'POST',
      url: `${iterableApi(region)}/lists/${isAdd ? 'subscribe' : 'unsubscribe'}`,
      headers: iterableHeaders(api_key),
      body: JSON.stringify({
        listId: Number(list_id),
        subscribers: events.map(({ fields: { email, userId } }) => ({ email, userId })),
        // Its default unsubscribes the person from all messages of the list's channel.
        ...(!isAdd && { channelUnsubscribe: false }),
      }),
      timeout: 10_000,
    }
  },
  classify: (response, events) => {
    // The list does not exist; its members are valid.
    if (response.status === 404) return byVendorCode(response, events, { status: 401, message: '' })
    return classifyBulk(
      response,
      events,
      events.map(({ fields: { email, userId } }) => [email, userId]),
      (reason, event) => operationOf(event) === 'add' || !isOnNoList.test(reason),
    )
  },
})
