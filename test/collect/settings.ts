/** Web door tests: the settings of sources with a web door, and requests of their pages. */
import { request } from 'node:http'
import type { Answered } from '../support/front_door.ts'

export const shopOrigin = 'https://shop.acme.example'
export const key = 'pk_of_the_shop_0001'
export const pixelSecret = 'a secret of the newsletter and us'

/** Returns the settings of a shop, whose pages may send two event types, and of a newsletter with pixels. */
export function webSettings(web: object = {}): Readonly<Record<string, unknown>> {
  return {
    'gcp:project': 'sluice-local',
    'sluice:sources': {
      web_shop: {
        events: ['page_view', 'add_to_cart', 'purchase'],
        web: { key, origins: [shopOrigin], events: ['page_view', 'add_to_cart'], public: true, ...web },
      },
      newsletter: {
        events: ['view_content'],
        web: { key: 'pk_of_the_mail_0001', events: ['view_content'], pixelSecret, public: true },
      },
    },
  }
}

interface Sent {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Address of this machine that the request comes from. Default: 127.0.0.1. */
  from?: string
}

/** Sends a request without a token. */
export function sendTo(
  url: string,
  { method = 'POST', headers = {}, body, from = '127.0.0.1' }: Sent,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, localAddress: from }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('latin1')
        const isJson = response.headers['content-type']?.includes('json')
        const json: unknown = isJson ? JSON.parse(text) : undefined
        resolve({ status: response.statusCode!, headers: response.headers, text, json })
      })
    })
    sent.on('error', reject).end(body)
  })
}

export function reasonOf({ json }: Answered): string | undefined {
  const { error } = json as { error?: { details?: readonly { reason?: string }[] } }
  return error?.details?.[0]?.reason
}
