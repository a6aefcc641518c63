/** The store, over a warehouse and a bus that are told how to behave: no message is lost, and none harms its neighbours. */
import assert from 'node:assert/strict'
import type { Published } from '../functions/event/read.ts'
import type { RowResult, RowText } from '../functions/google/bigquery.ts'
import type { OutgoingMessage } from '../functions/google/pubsub.ts'
import { storeBatch, type PublishResult, type StorePorts } from '../functions/storage/store_batch.ts'

interface World {
  /** What was asked of it, in order. */
  steps: string[]
  ports: StorePorts
}

const written: RowResult = { kind: 'written' }

/** Behaves well unless told. */
const world = ({
  fate = () => written,
  take = () => 'accepted',
}: {
  fate?: (table: string, row: Record<string, unknown>) => RowResult
  take?: (eventIds: readonly string[]) => PublishResult
} = {}): World => {
  const steps: string[] = []
  const idOf = ({ attributes }: OutgoingMessage) => attributes['event_id']!
  return {
    steps,
    ports: {
      now: () => new Date('2026-03-14T09:26:53.589Z'),
      decide: () => [{ destination: 'webhook', permitted: true, rule: 'all', reason: 'permitted' }],
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
    },
  }
}

const message = (
  messageId: string,
  body: object | string = { event_id: `e${messageId}`, content_name: 'n' },
): Published => ({
  topic: 'view_content',
  subscription: 'view_content-store',
  messageId,
  publishTime: '2026-03-14T09:26:53.000Z',
  data: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  attributes: {},
  attempt: 1,
})

const kinds = async ({ ports }: World, messages: readonly Published[]) =>
  (await storeBatch(ports, messages)).map(({ kind }) => kind)

describe('a batch of the store', () => {
  it('is written first, then told to the bus', async () => {
    const here = world()
    assert.deepEqual(await kinds(here, [message('1'), message('2')]), ['settled', 'settled'])
    assert.deepEqual(here.steps, ['append events 1 2', 'publish e1 e2: accepted'])
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
})
