/** Translation tests: a stack with functions that save translations and post raw payloads. */
import assert from 'node:assert/strict'
import type { Translation } from '../../schemas/translation.ts'
import { clientOf, type Client } from '../support/client.ts'
import { tokenOf } from '../support/roles.ts'
import { arrangeDefinition } from '../support/saved_definition.ts'
import { TestStack } from '../support/stack.ts'

export interface Result {
  index: number
  row?: number
  element?: number
  messageId?: string
  valid?: boolean
  event?: { event_data?: Record<string, unknown> } & Record<string, unknown>
  violations?: readonly { field: string; expected: string; got: string }[]
}

export interface Answered {
  status: number
  headers: Headers
  body: {
    translation?: string
    records?: number
    accepted?: number
    refused?: number
    leftOut?: number
    notListed?: number
    results?: readonly Result[]
    error?: { code: number; status: string; message: string; details?: readonly { reason?: string }[] }
  }
}

export interface Endpoint {
  client: Client
  stack: TestStack
  save: (translation: Translation | object, createdBy?: string) => Promise<void>
  /** POSTs a body unchanged, as a producer. */
  post: (path: string, body: BodyInit, headers?: Readonly<Record<string, string>>) => Promise<Answered>
}

export async function openEndpoint(config?: Readonly<Record<string, unknown>>): Promise<Endpoint> {
  const stack = await TestStack.start(config)
  const client = clientOf(stack.facts)
  return {
    client,
    stack,
    save: (translation, createdBy) =>
      arrangeDefinition(client, 'translation', translation as Translation, createdBy),
    post: async (path, body, headers = {}) => {
      const response = await fetch(stack.facts.baseUrl + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokenOf(stack.facts, 'producer')}`,
          'content-type': 'text/plain',
          ...headers,
        },
        body,
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      })
      const text = await response.text()
      assert.match(response.headers.get('content-type') ?? '', /json/, text)
      return {
        status: response.status,
        headers: response.headers,
        body: JSON.parse(text) as Answered['body'],
      }
    },
  }
}

/** Orders as a shop system exports them. */
export const orders: Translation = {
  name: 'shop_orders',
  version: '1.0',
  input: { format: 'csv', delimiter: ';', time_zone: 'Europe/Berlin' },
  fields: { Datum: 'dmy', Betrag: 'number_comma' },
  event: { name: { const: 'purchase' } },
  link: {
    event_time: { from: 'Datum', as: 'iso' },
    email: 'E_Mail',
    transaction_id: 'Bestellnummer',
    value: 'Betrag',
    currency: { from: 'Waehrung', default: 'EUR' },
  },
  required: ['transaction_id'],
  rest: 'keep',
}

export const header = 'Bestellnummer;Datum;E-Mail;Betrag;Währung;Größe (cm)'
