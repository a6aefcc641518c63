/** A fake third party and clock for the tests of delivery, without a network. */
import type { StoredEvent } from '../../functions/bus/stored_message.ts'
import type { DeliveryPorts } from '../../functions/delivery/delivery_ports.ts'
import { shareOf } from '../../functions/delivery/rate.ts'
import { createWaitingRoom } from '../../functions/delivery/waiting_room.ts'
import type { HttpRequest, HttpResponse } from '../../functions/net/http.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import type { Target } from '../../functions/targets/target.ts'

export const settings = { url: 'https://hooks.example.com/', secret: 'test-secret' }
export const webhook = targetOf('webhook')

export function event(id: string, attempt = 1): StoredEvent {
  return {
    id,
    name: 'view_content',
    messageId: `m-${id}`,
    receivedAt: '2026-03-14T09:26:53.000000Z',
    storedAt: '2026-03-14T09:26:53.589Z',
    text: `{"event_id":"${id}","user_id":"u-1","event_data":{}}`,
    value: { event_id: id, user_id: 'u-1', event_data: {} },
    attempt,
  }
}

export function respond(status: number, headers: Record<string, string> = {}, body = ''): HttpResponse {
  return {
    status,
    headers,
    body,
  }
}

/** Ports of the only instance, for a destination with this limit in requests per second. */
export function alone(limit?: number): Pick<DeliveryPorts, 'room' | 'share'> {
  return {
    room: createWaitingRoom({ maxEvents: 64, maxBytes: 1_000_000 }),
    share: () => (limit === undefined ? undefined : shareOf(limit, 1, 0)),
  }
}

/** Ports of a delivery whose third party responds by `handle` and counts its calls. The clock advances only in `wait`. */
export function thirdParty(
  handle: (call: number, request: HttpRequest) => HttpResponse | Error,
  clock = { ms: 0 },
) {
  let calls = 0
  const alerts: string[] = []
  let tokens = 1
  const ports: DeliveryPorts = {
    now: () => new Date(clock.ms),
    send: async (request) => {
      const response = handle(calls++, request)
      if (response instanceof Error) throw response
      return response
    },
    wait: async (ms) => {
      clock.ms += ms
    },
    authorization: () => `Bearer own-${tokens}`,
    dropToken: (header) => {
      if (header === `Bearer own-${tokens}`) tokens++
    },
    alert: (message) => alerts.push(message),
    ...alone(4),
  }
  return { ports, alerts, calls: () => calls }
}

export const hook = { id: 'hook' }

/** A target whose requests are JSON arrays of events. */
export function listTarget(
  batch: Partial<Target['batch']>,
  classify: Target['classify'] = webhook.classify,
): Target {
  return {
    ...webhook,
    batch: { maxItems: 100, maxBytes: 1_000_000, atomic: false, ...batch },
    request: (events) => ({
      method: 'POST',
      url: 'https://list.example.com/',
      headers: {},
      body: `[${events.map(({ text }) => text).join(',')}]`,
      timeout: 1000,
    }),
    classify,
  }
}

export function idsIn({ body }: HttpRequest): readonly string[] {
  return (JSON.parse(body.toString()) as readonly { event_id: string }[]).map(({ event_id }) => event_id)
}

export function ids(count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => String(n))
}
