/** The store, over a warehouse and a bus that are told how to behave: no message is lost, and none harms its neighbours. */
import assert from 'node:assert/strict'
import type { Published } from '../../functions/event/read.ts'
import type { RowResult, RowText } from '../../functions/google/bigquery.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { OutgoingMessage, PublishResult } from '../../functions/google/pubsub.ts'
import { codeRegistry, withSaved } from '../../functions/event/registry.ts'
import { partBytes } from '../../functions/storage/rows.ts'
import { storeBatch, type StorePorts } from '../../functions/storage/store_batch.ts'

interface World {
  /** What was asked of it, in order. */
  steps: string[]
  ports: StorePorts
}

const written: RowResult = { kind: 'written' }

/** Behaves well unless told. */
function world({
  fate = () => written,
  take = () => 'accepted',
  ...ports
}: Partial<StorePorts> & {
  fate?: (table: string, row: Record<string, unknown>) => RowResult
  take?: (eventIds: readonly string[]) => PublishResult
} = {}): World {
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
      append: async (table, rows: readonly RowText[]) => {
        const parsed = rows.map(({ json }) => JSON.parse(json) as Record<string, unknown>)
        steps.push(`append ${table} ${parsed.map((row) => String(row['message_id'])).join(' ')}`)
        return parsed.map((row) => fate(table, row))
      },
      publish: async (messages) => {
        const result = take(messages.map(idOf))
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

async function kinds({ ports }: World, messages: readonly Published[]) {
  return (await storeBatch(ports, messages)).map(({ kind }) => kind)
}

describe('a batch of the store', () => {
  it('is written first, then told to the bus', async () => {
    const here = world()
    assert.deepEqual(await kinds(here, [message('1'), message('2')]), ['settled', 'settled'])
    assert.deepEqual(here.steps, ['append events 1 2', 'publish e1 e2: accepted'])
  })

  it('stamps an event that sets off an action, and tells of it even where it may go nowhere else', async () => {
    const stamps: unknown[] = []
    const here = world({
      decide: () => [{ destination: 'webhook', permitted: false, rule: null, reason: 'no_permit' }],
      triggersAction: ({ id }) => id === 'e1',
      publish: async (messages) => {
        stamps.push(...messages.map(({ attributes }) => [attributes['event_id'], attributes['act']]))
        return 'accepted'
      },
    })
    assert.deepEqual(await kinds(here, [message('1'), message('2')]), ['settled', 'settled'])
    assert.deepEqual(stamps, [['e1', '1']])
  })

  it('tells the bus nothing of an event whose row is not written', async () => {
    const here = world({
      fate: (_, row) => (row['message_id'] === '1' ? { kind: 'again', message: 'backendError' } : written),
    })
    assert.deepEqual(await kinds(here, [message('1'), message('2')]), ['again', 'settled'])
    assert.deepEqual(here.steps, ['append events 1 2', 'publish e2: accepted'])
  })

  it('delivers an event again that is written but could not be told', async () => {
    const here = world({ take: () => 'again' })
    assert.deepEqual(await kinds(here, [message('1')]), ['again'])
  })

  it('keeps what is no event in quarantine, beside the events of the same batch', async () => {
    const here = world()
    assert.deepEqual(await kinds(here, [message('1', 'no json'), message('2')]), ['settled', 'settled'])
    assert.deepEqual(here.steps.toSorted(), [
      'append events 2',
      'append quarantine 1',
      'publish e2: accepted',
    ])
  })

  it('moves an event whose row BigQuery will never take to quarantine, and forwards it to nobody', async () => {
    const here = world({
      fate: (table) => (table === 'events' ? { kind: 'invalid', message: 'no' } : written),
    })
    assert.deepEqual(await kinds(here, [message('1')]), ['settled'])
    assert.deepEqual(here.steps, ['append events 1', 'append quarantine 1'])
  })

  it('keeps at least the bytes when BigQuery does not take the quarantine row either', async () => {
    const rows: Record<string, unknown>[] = []
    const here = world({
      fate: (_, row) => {
        rows.push(row)
        return 'attributes' in row ? { kind: 'invalid', message: 'no' } : written
      },
    })
    assert.deepEqual(await kinds(here, [message('1', 'no json')]), ['settled'])
    assert.equal(rows.at(-1)!['original'], Buffer.from('no json').toString('base64'))
    assert.equal(rows.at(-1)!['reason'], 'not_json')
  })

  it('lets one message that the bus refuses harm no other', async () => {
    const here = world({ take: (ids) => (ids.includes('e3') ? 'refused' : 'accepted') })
    const batch = ['1', '2', '3', '4', '5'].map((id) => message(id))
    assert.deepEqual(await kinds(here, batch), ['settled', 'settled', 'again', 'settled', 'settled'])
  })

  it('is read by definitions that were saved since, once they are looked for', async () => {
    const { article_read, other } = { article_read: 'article_read', other: 'nobody_knows' }
    const saved = { name: article_read, version: '1.0', description: 'Read.', fields: {} }
    let registry = codeRegistry
    const asked: string[][] = []
    const here = world({
      registry: () => registry,
      refreshDefinitionsFor: async (names) => {
        asked.push([...names])
        registry = withSaved([eventTypeOf(saved)])
      },
    })
    const batch = [article_read, other, 'login'].map((event_name, index) =>
      message(`${index}`, { event_name }),
    )
    assert.deepEqual(await kinds(here, batch), ['settled', 'settled', 'settled'])
    assert.deepEqual(asked, [[article_read, other]])
    assert.ok(here.steps.includes('append events 0 2'))
    assert.ok(here.steps.includes('append quarantine 1'))
    await kinds(here, [message('3', { event_name: article_read })])
    assert.equal(asked.length, 1)
  })

  it('waits for the lists it follows only where they are too old', async () => {
    let release: () => void = () => {}
    const here = world({ refreshCaches: () => new Promise<void>((resolve) => (release = resolve)) })
    const done = kinds(here, [message('1')])
    assert.deepEqual(here.steps, [])
    release()
    assert.deepEqual(await done, ['settled'])
  })

  it('is delivered again while it is not known who is suppressed; what is no event is kept all the same', async () => {
    const here = world({ isSuppressed: () => undefined })
    assert.deepEqual(await kinds(here, [message('1'), message('2', 'no json')]), ['again', 'settled'])
    assert.deepEqual(here.steps, ['append quarantine 2'])
  })

  it('is decided by who is suppressed and how many actions made it', async () => {
    const facts: unknown[] = []
    const here = world({
      isSuppressed: ({ user_id }) => user_id === 'u',
      decide: (_, known) => {
        facts.push(known)
        return []
      },
    })
    await kinds(here, [message('1', { user_id: 'u' }), { ...message('2'), attributes: { hop: '3' } }])
    assert.deepEqual(facts, [
      { suppressed: true, hop: 0 },
      { suppressed: false, hop: 3 },
    ])
  })

  it('keeps an event that BigQuery finds too large in quarantine', async () => {
    const reasons: unknown[] = []
    const here = world({
      fate: (table, row) => {
        if (table === 'quarantine') reasons.push(row['reason'])
        return table === 'events' ? { kind: 'too_large', message: 'Maximum allowed row size' } : written
      },
    })
    assert.deepEqual(await kinds(here, [message('1')]), ['settled'])
    assert.deepEqual(reasons, ['too_large'])
  })

  it('settles a large message only when all its parts are written', async () => {
    const large = 'x'.repeat(2 * partBytes + 1)
    const parts = (fate: (part: unknown) => RowResult) => {
      const here = world({ fate: (_, row) => fate(row['part']) })
      return kinds(here, [message('1', large), message('2', 'no json')])
    }
    assert.deepEqual(await parts(() => written), ['settled', 'settled'])
    const late: RowResult = { kind: 'again', message: 'later' }
    assert.deepEqual(await parts((part) => (part === 3 ? late : written)), ['again', 'settled'])
    const never: RowResult = { kind: 'invalid', message: 'no' }
    assert.deepEqual(await parts((part) => (part === 3 ? never : written)), ['again', 'settled'])
  })
})
