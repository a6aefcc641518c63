/** The store with a fake warehouse and bus: no message is lost, and one bad message does not affect the others of its batch. */
import assert from 'node:assert/strict'
import type { Published } from '../../functions/event/read.ts'
import type { RowResult, RowText } from '../../functions/google/bigquery.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { OutgoingMessage, PublishResult } from '../../functions/google/pubsub.ts'
import { codeRegistry, withSaved } from '../../functions/event/registry.ts'
import { partBytes } from '../../functions/storage/rows.ts'
import { storeBatch, type StorePorts } from '../../functions/storage/store_batch.ts'

interface Fake {
  /** The calls of the warehouse and the bus, in order. */
  steps: string[]
  ports: StorePorts
}

const written: RowResult = { kind: 'written' }

/** Default: every row is written and every message accepted. */
function createFake({
  write = () => written,
  accept = () => 'accepted',
  ...ports
}: Partial<StorePorts> & {
  write?: (table: string, row: Record<string, unknown>) => RowResult
  accept?: (eventIds: readonly string[]) => PublishResult
} = {}): Fake {
  const steps: string[] = []
  const idOf = ({ attributes }: OutgoingMessage) => attributes['event_id']!
  return {
    steps,
    ports: {
      now: () => new Date('2026-03-14T09:26:53.589Z'),
      refreshCaches: () => undefined,
      refreshDefinitionsFor: async () => {},
      registry: () => codeRegistry,
      isSuppressed: () => false,
      decide: () => [{ destination: 'webhook', permitted: true, rule: 'all', reason: 'permitted' }],
      triggersAction: () => false,
      inOrder: new Set<string>(),
      append: async (table, rows: readonly RowText[]) => {
        const parsed = rows.map(({ json }) => JSON.parse(json) as Record<string, unknown>)
        steps.push(`append ${table} ${parsed.map((row) => String(row['message_id'])).join(' ')}`)
        return parsed.map((row) => write(table, row))
      },
      publish: async (messages) => {
        const result = accept(messages.map(idOf))
        steps.push(`publish ${messages.map(idOf).join(' ')}: ${result}`)
        return result
      },
      ...ports,
    },
  }
}

function message(
  messageId: string,
  body: object | string = { event_id: `e${messageId}`, content_name: 'n' },
): Published {
  return {
    topic: 'view_content',
    messageId,
    publishTime: '2026-03-14T09:26:53.000Z',
    data: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    attributes: {},
  }
}

async function kinds({ ports }: Fake, messages: readonly Published[]) {
  return (await storeBatch(ports, messages)).map(({ kind }) => kind)
}

describe('a batch of the store', () => {
  it('is written first, then published', async () => {
    const fake = createFake()
    assert.deepEqual(await kinds(fake, [message('1'), message('2')]), ['settled', 'settled'])
    assert.deepEqual(fake.steps, ['append events 1 2', 'publish e1 e2: accepted'])
  })

  it('publishes an event that triggers an action, with a stamp, even if every destination is restricted', async () => {
    const stamps: unknown[] = []
    const fake = createFake({
      decide: () => [{ destination: 'webhook', permitted: false, rule: null, reason: 'no_permit' }],
      triggersAction: ({ id }) => id === 'e1',
      publish: async (messages) => {
        stamps.push(...messages.map(({ attributes }) => [attributes['event_id'], attributes['act']]))
        return 'accepted'
      },
    })
    assert.deepEqual(await kinds(fake, [message('1'), message('2')]), ['settled', 'settled'])
    assert.deepEqual(stamps, [['e1', '1']])
  })

  it('does not publish an event whose row is not written', async () => {
    const fake = createFake({
      write: (_, row) => (row['message_id'] === '1' ? { kind: 'retry', message: 'backendError' } : written),
    })
    assert.deepEqual(await kinds(fake, [message('1'), message('2')]), ['retry', 'settled'])
    assert.deepEqual(fake.steps, ['append events 1 2', 'publish e2: accepted'])
  })

  it('is retried if publishing fails after the rows are written', async () => {
    const fake = createFake({ accept: () => 'retry' })
    assert.deepEqual(await kinds(fake, [message('1')]), ['retry'])
  })

  it('writes invalid messages to quarantine, beside the events of the same batch', async () => {
    const fake = createFake()
    assert.deepEqual(await kinds(fake, [message('1', 'no json'), message('2')]), ['settled', 'settled'])
    assert.deepEqual(fake.steps.toSorted(), [
      'append events 2',
      'append quarantine 1',
      'publish e2: accepted',
    ])
  })

  it('quarantines an event whose row BigQuery refuses, and does not publish it', async () => {
    const fake = createFake({
      write: (table) => (table === 'events' ? { kind: 'invalid', message: 'no' } : written),
    })
    assert.deepEqual(await kinds(fake, [message('1')]), ['settled'])
    assert.deepEqual(fake.steps, ['append events 1', 'append quarantine 1'])
  })

  it('stores at least the bytes if BigQuery refuses the quarantine row, too', async () => {
    const rows: Record<string, unknown>[] = []
    const fake = createFake({
      write: (_, row) => {
        rows.push(row)
        return 'attributes' in row ? { kind: 'invalid', message: 'no' } : written
      },
    })
    assert.deepEqual(await kinds(fake, [message('1', 'no json')]), ['settled'])
    assert.equal(rows.at(-1)!['original'], Buffer.from('no json').toString('base64'))
    assert.equal(rows.at(-1)!['reason'], 'not_json')
  })

  it('isolates a message that Pub/Sub refuses', async () => {
    const fake = createFake({ accept: (ids) => (ids.includes('e3') ? 'refused' : 'accepted') })
    const batch = ['1', '2', '3', '4', '5'].map((id) => message(id))
    assert.deepEqual(await kinds(fake, batch), ['settled', 'settled', 'retry', 'settled', 'settled'])
  })

  it('refreshes the definitions for unknown event names, and reads those events again', async () => {
    const [saved, unknown] = ['article_read', 'unknown_event']
    const definition = { name: saved, version: '1.0', description: 'Read.', fields: {} }
    let registry = codeRegistry
    const requested: string[][] = []
    const fake = createFake({
      registry: () => registry,
      refreshDefinitionsFor: async (names) => {
        requested.push([...names])
        registry = withSaved([eventTypeOf(definition)])
      },
    })
    const batch = [saved, unknown, 'login'].map((event_name, index) => message(`${index}`, { event_name }))
    assert.deepEqual(await kinds(fake, batch), ['settled', 'settled', 'settled'])
    assert.deepEqual(requested, [[saved, unknown]])
    assert.ok(fake.steps.includes('append events 0 2'))
    assert.ok(fake.steps.includes('append quarantine 1'))
    await kinds(fake, [message('3', { event_name: saved })])
    assert.equal(requested.length, 1)
  })

  it('waits for the refresh of the caches if they are too old', async () => {
    let release: () => void = () => {}
    const fake = createFake({ refreshCaches: () => new Promise<void>((resolve) => (release = resolve)) })
    const done = kinds(fake, [message('1')])
    assert.deepEqual(fake.steps, [])
    release()
    assert.deepEqual(await done, ['settled'])
  })

  it('is retried while the suppression list is not loaded, except for invalid messages', async () => {
    const fake = createFake({ isSuppressed: () => undefined })
    assert.deepEqual(await kinds(fake, [message('1'), message('2', 'no json')]), ['retry', 'settled'])
    assert.deepEqual(fake.steps, ['append quarantine 2'])
  })

  it('passes suppression, hop count and source to the decision', async () => {
    const contexts: unknown[] = []
    const fake = createFake({
      isSuppressed: ({ user_id }) => user_id === 'u',
      decide: (_, context) => {
        contexts.push(context)
        return []
      },
    })
    await kinds(fake, [message('1', { user_id: 'u' }), { ...message('2'), attributes: { hop: '3' } }])
    assert.deepEqual(contexts, [
      { suppressed: true, hop: 0, source: undefined },
      { suppressed: false, hop: 3, source: undefined },
    ])
  })

  it('quarantines an event whose row is too large for BigQuery', async () => {
    const reasons: unknown[] = []
    const fake = createFake({
      write: (table, row) => {
        if (table === 'quarantine') reasons.push(row['reason'])
        return table === 'events' ? { kind: 'too_large', message: 'Maximum allowed row size' } : written
      },
    })
    assert.deepEqual(await kinds(fake, [message('1')]), ['settled'])
    assert.deepEqual(reasons, ['too_large'])
  })

  it('settles a large message only when all its parts are written', async () => {
    const large = 'x'.repeat(2 * partBytes + 1)
    const parts = (write: (part: unknown) => RowResult) => {
      const fake = createFake({ write: (_, row) => write(row['part']) })
      return kinds(fake, [message('1', large), message('2', 'no json')])
    }
    assert.deepEqual(await parts(() => written), ['settled', 'settled'])
    const failed: RowResult = { kind: 'retry', message: 'later' }
    assert.deepEqual(await parts((part) => (part === 3 ? failed : written)), ['retry', 'settled'])
    const refused: RowResult = { kind: 'invalid', message: 'no' }
    assert.deepEqual(await parts((part) => (part === 3 ? refused : written)), ['retry', 'settled'])
  })
})
