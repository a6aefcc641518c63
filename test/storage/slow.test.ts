/** Events that take too long to evaluate: when they are delivered again, each is tried alone, then quarantined, and holds back no other one. The ports that read and decide
 * compute on marked events, as a rule or a pattern could that is not linear. */
import assert from 'node:assert/strict'
import type { Published } from '../../functions/event/read.ts'
import { codeRegistry, type Registry } from '../../functions/event/registry.ts'
import { evaluationMs, exceedsTime } from '../../functions/serving/within_time.ts'
import { createCommit } from '../../functions/storage/commit.ts'
import type { StorePorts } from '../../functions/storage/store_batch.ts'

interface Stored {
  ports: StorePorts
  /** Ids of messages, in the order in which their rows were written. */
  events: string[]
  quarantine: Record<string, unknown>[]
  published: string[]
}

/** A warehouse and a bus that accept everything. */
function createStored(slow: Partial<StorePorts>): Stored {
  const [events, quarantine, published]: [string[], Record<string, unknown>[], string[]] = [[], [], []]
  const ports: StorePorts = {
    now: () => new Date('2026-03-14T09:26:53.589Z'),
    refreshCaches: () => undefined,
    refreshDefinitionsFor: async () => {},
    registry: () => codeRegistry,
    isSuppressed: () => false,
    decide: () => [{ destination: 'webhook', permitted: true, rule: 'all', reason: 'permitted' }],
    triggersAction: () => false,
    inOrder: new Set<string>(),
    append: async (table, rows) => {
      const parsed = rows.map(({ json }) => JSON.parse(json) as Record<string, unknown>)
      if (table === 'events') events.push(...parsed.map((row) => String(row['message_id'])))
      else quarantine.push(...parsed)
      return parsed.map(() => ({ kind: 'written' as const }))
    },
    publish: async (messages) => {
      published.push(...messages.map(({ attributes }) => attributes['event_id']!))
      return 'accepted'
    },
    ...slow,
  }
  return { ports, events, quarantine, published }
}

function message(messageId: string, more: object = {}): Published {
  return {
    attempt: 2,
    topic: 'view_content',
    messageId,
    publishTime: '2026-03-14T09:26:53.000Z',
    data: Buffer.from(JSON.stringify({ event_id: `e${messageId}`, content_name: 'n', ...more })),
    attributes: {},
  }
}

function burn(): never {
  for (;;);
}

const groups = { maxItems: 500, maxBytes: 5e6, bytesOf: ({ data }: Published) => data.length, inFlight: 2 }
const good = Array.from({ length: 50 }, (_, index) => message(String(index)))
const poison = message('poison', { user_id: 'poison', slow: true })

/** Stores the good messages with the poison in their middle. Returns the results and the ids of the good ones at the time of each. */
async function storeAll({ ports }: Stored) {
  const slow: string[] = []
  const commit = createCommit(ports, { groups, onSlow: ({ messageId }) => slow.push(messageId) })
  const all = [...good.slice(0, 25), poison, ...good.slice(25)]
  const settled: string[] = []
  await Promise.all(
    all.map(async (each) => {
      assert.deepEqual(await commit(each), { kind: 'settled' })
      settled.push(each.messageId)
    }),
  )
  return { slow, settled }
}

describe('an event that takes too long to evaluate', function () {
  this.timeout(40_000)

  /** What is slow → the ports, and the stage that the violation tells. */
  const cases: Readonly<Record<string, readonly [Partial<StorePorts>, string]>> = {
    'a rule': [
      {
        decide: ({ user_id: user }) =>
          user === 'poison'
            ? burn()
            : [{ destination: 'webhook', permitted: true, rule: 'all', reason: 'permitted' }],
      },
      'deciding',
    ],
    'a trigger': [
      { triggersAction: ({ value }) => (value['user_id'] === 'poison' ? burn() : false) },
      'deciding',
    ],
    'a definition': [{ registry: slowRegistry }, 'reading the event'],
    // Backtracks 2^60 times.
    'a pattern': [
      {
        triggersAction: ({ value }) => value['user_id'] === 'poison' && /^(a+)+$/.test(`${'a'.repeat(60)}!`),
      },
      'deciding',
    ],
  }

  for (const [what, [slow, stage]] of Object.entries(cases))
    it(`because of ${what} is quarantined alone, and the others are stored before`, async () => {
      const stored = createStored(slow)
      const { slow: reported, settled } = await storeAll(stored)
      assert.deepEqual(reported, ['poison'])
      assert.equal(settled.at(-1), 'poison')
      assert.deepEqual(stored.events.toSorted(), good.map(({ messageId }) => messageId).toSorted())
      assert.deepEqual(stored.published.toSorted(), good.map(({ messageId }) => `e${messageId}`).toSorted())
      assert.equal(stored.quarantine.length, 1)
      const row = stored.quarantine[0]!
      assert.equal(row['message_id'], 'poison')
      assert.equal(row['reason'], 'too_slow')
      assert.equal(row['original'], poison.data.toString('base64'))
      assert.deepEqual((row['violations'] as object[]).at(-1), {
        field: '',
        code: 'too_slow',
        expected: `less than ${evaluationMs / 1000} s`,
        got: `more, while ${stage}`,
      })
    })

  it('in a batch, but not alone, is stored', async () => {
    let tries = 0
    const stored = createStored({
      triggersAction: ({ value }) => (value['user_id'] === 'poison' && ++tries === 1 ? burn() : false),
    })
    const { slow } = await storeAll(stored)
    assert.deepEqual(slow, ['poison'])
    assert.equal(stored.events.length, good.length + 1)
    assert.deepEqual(stored.quarantine, [])
    assert.deepEqual(new Set(stored.published).size, good.length + 1)
  })

  it('on a machine that gives it no CPU time is delivered again', async () => {
    const stored = createStored({
      // Waits without computing, as an instance that is suspended does.
      triggersAction: ({ value }) => {
        if (value['user_id'] !== 'poison') return false
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, evaluationMs * 1.5)
        for (let turn = 0; turn < 1000; turn++);
        return false
      },
    })
    const commit = createCommit(stored.ports, { groups, onSlow: () => {} })
    assert.deepEqual(await commit(poison), {
      kind: 'retry',
      message: 'Evaluating the message took too long on a busy machine.',
    })
    assert.deepEqual([stored.events, stored.quarantine, stored.published], [[], [], []])
  })
})

describe('work within a limit of time', () => {
  it('passes on what it throws', () => {
    assert.throws(
      () =>
        exceedsTime(() => {
          throw new RangeError('own')
        }),
      { name: 'RangeError', message: 'own' },
    )
  })

  it('can neither catch its end nor go on after it', () => {
    let steps = 0
    const cpuMs = exceedsTime(() => {
      for (;;)
        try {
          steps++
        } catch {
          steps = -1
        }
    }, 100)
    assert.ok(cpuMs !== undefined && cpuMs > 0 && cpuMs < 2000, String(cpuMs))
    const before = steps
    assert.equal(
      exceedsTime(() => {}),
      undefined,
    )
    assert.ok(before > 0)
    assert.equal(steps, before)
  })
})

function slowRegistry(): Registry {
  const type = codeRegistry.get('view_content')!
  const violationsOf: typeof type.violationsOf = (data, moved) =>
    data['slow'] === true ? burn() : type.violationsOf(data, moved)
  return {
    ...codeRegistry,
    get: (name) => (name === 'view_content' ? { ...type, violationsOf } : codeRegistry.get(name)),
  }
}
