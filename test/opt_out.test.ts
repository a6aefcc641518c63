/** Opt-outs: no third party gets an event of a person who has opted out without being told so, whatever the form of the opt-out. Through a whole
 * stack; the flags are read in the requests that the third-party recorder received. */
import assert from 'node:assert/strict'
import { vendorOf } from '../local/third_party/vendors/answer_for.ts'
import * as vendors from '../local/third_party/vendors/index.ts'
import * as targets from '../functions/targets/index.ts'
import { secretSettings, type Target } from '../functions/targets/target.ts'
import { forms, type Form } from './opt_out/forms.ts'
import type { Example, TargetCases } from './targets/case.ts'
import { ReplayStack } from './replay/stack.ts'
import { until } from './support/until.ts'
import { webhookTo } from './support/webhook.ts'

const granted = {
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'granted',
  analytics_storage: 'granted',
}

/** Where each vendor reads the flag, by hand: the id of an event in a request if it is flagged. The pages are those of `honours`. */
const flagged: Readonly<Record<string, (body: Body) => readonly unknown[]>> = {
  meta: ({ data }) => idsWhere(data, (each) => Object(each['data_processing_options'])[0] === 'LDU'),
  tiktok: ({ data }) => idsWhere(data, (each) => each['limited_data_use'] === true),
  pinterest: ({ data }) => idsWhere(data, (each) => Object(each['custom_data']).opt_out_type === 'LDP'),
  snapchat: ({ data }) => idsWhere(data, (each) => Object(each['data_processing_options'])[0] === 'LMU'),
  reddit: ({ data }) =>
    Object(data).events.flatMap((each: RedditEvent) =>
      each.user.data_processing_options?.modes[0] === 'LDU' ? each.metadata.conversion_id : [],
    ),
}

const vendorByTarget: Readonly<Record<string, unknown>> = {
  meta: vendors.metaVendor,
  tiktok: vendors.tiktokVendor,
  pinterest: vendors.pinterestVendor,
  snapchat: vendors.snapchatVendor,
  reddit: vendors.redditVendor,
}

interface Body {
  data: unknown
}
interface RedditEvent {
  user: { data_processing_options?: { modes: readonly string[] } }
  metadata: { conversion_id: string }
}

function idsWhere(
  data: unknown,
  test: (each: Readonly<Record<string, unknown>>) => boolean,
): readonly unknown[] {
  return (data as readonly Readonly<Record<string, unknown>>[]).filter(test).map(({ event_id }) => event_id)
}

/** A valid link for a flag of this type that does not tell the opt-out. */
const wrongByType: Readonly<Record<string, object>> = {
  boolean: { const: false },
  string: { const: 'none' },
  array: { list: [{ from: 'utm_source' }] },
}

/** Returns an example of the target with one event that is sent, and no choice of the person. */
async function exampleOf(name: string): Promise<Example> {
  const module = (await import(`./targets/${name}.ts`)) as Readonly<Record<string, TargetCases>>
  const found = module[name]!.examples.find(
    ({ events, sends, linkage }) =>
      Array.isArray(sends) && !linkage && events.length > 0 && events[0]!['limited_data_use'] === undefined,
  )
  assert.ok(found, `test/targets/${name}.ts has no example that is sent`)
  return found
}

function destinationOf(target: Target, id: string, settings: Example['settings'], linkage?: object) {
  const secrets = new Set(secretSettings(target))
  const part = (isSecret: boolean) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => secrets.has(name) === isSecret))
  return {
    target: target.name,
    settings: part(false),
    secrets: part(true),
    rules: [{ id: 'own', effect: 'permit', when: `event.event_id.startsWith('${id}-')` }],
    ...(linkage && { linkage: { '*': linkage } }),
  }
}

/** Ids in events have no underscore, and destination ids no hyphen and at least two characters. */
function idOf(name: string, suffix = ''): string {
  return `${name.replaceAll('_', '').slice(0, 12)}${suffix}t`
}

describe('an opt-out', () => {
  // A list takes the rows of syncs only.
  const ofEvents = Object.values(targets).filter(({ audience }) => !audience)
  const advertising = ofEvents.filter(({ purpose }) => purpose === 'advertising')
  // Its topic would have to exist; its purpose is that of the webhook.
  const tested = ofEvents.filter(({ name }) => name !== 'pubsub')
  const examples = new Map<string, Example>()
  const destinations: Record<string, ReturnType<typeof destinationOf>> = {}
  /** Destination → its target and the expected ids of delivered events. */
  const expected = new Map<string, { target: Target; delivered: string[] }>()
  let stack: ReplayStack

  const add = (target: Target, id: string, linkage?: object): void => {
    const { settings } = examples.get(target.name)!
    destinations[id] =
      target.name === 'webhook'
        ? {
            ...destinationOf(target, id, {}),
            ...webhookTo(id, { rules: destinationOf(target, id, {}).rules }),
          }
        : destinationOf(target, id, settings, linkage)
    const isSent = ({ advertising: way, messaging }: Form): boolean => {
      if (target.purpose === 'messaging') return messaging !== 'denied'
      if (target.purpose !== 'advertising') return true
      return way === 'sent' || (way === 'flagged' && target.name in flagged && linkage === undefined)
    }
    const delivered = Object.entries(forms).flatMap(([form, each]) => (isSent(each) ? `${id}-${form}` : []))
    expected.set(id, { target, delivered: delivered.toSorted() })
  }

  before(async () => {
    for (const { name } of tested) examples.set(name, await exampleOf(name))
    for (const target of tested) add(target, idOf(target.name))
    for (const target of advertising) {
      const flag = target.honours?.flag
      if (flag === undefined) continue
      add(target, idOf(target.name, 'null'), { [flag.replace('.modes', '')]: null })
      const { type } = Object(fieldSchema(target, flag))
      add(target, idOf(target.name, 'wrong'), {
        [flag]: wrongByType[String(type)],
      })
    }
    stack = await ReplayStack.start(destinations)
    const events = [...expected].flatMap(([id, { target }]) =>
      Object.entries(forms).map(([form, { event }]) => ({
        ...examples.get(target.name)!.events[0],
        consent: granted,
        event_id: `${id}-${form}`,
        event_time: new Date().toISOString(),
        ...event,
      })),
    )
    const { status } = await stack.client.post('/v1/topics/events', events)
    assert.equal(status, 200)
    await until('all pairs have ended', async () => {
      const [row] = await stack.client.query(
        `SELECT (SELECT COUNT(*) FROM events) = ${events.length} AND NOT EXISTS (
          SELECT 1 FROM delivery_state WHERE outcome IN ('pending', 'deferred')
        ) AS ended`,
      )
      return row?.['ended'] === 'true'
    })
  })
  after(() => stack?.stack.remove())

  /** Destination → the ids of its delivered events. */
  const deliveredIds = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
    const rows = await stack.client.query(
      "SELECT destination, ARRAY_AGG(event_id ORDER BY event_id) AS ids FROM deliveries WHERE outcome = 'delivered' GROUP BY destination",
    )
    return new Map(
      rows.map(({ destination, ids }) => [String(destination), (ids as { v: string }[]).map(({ v }) => v)]),
    )
  }

  it('is known for every target that is told', () => {
    const told = advertising.filter(({ honours }) => honours).map(({ name }) => name)
    assert.deepEqual(Object.keys(flagged).toSorted(), told.toSorted())
  })

  it('lets exactly these events reach each destination', async () => {
    const delivered = await deliveredIds()
    for (const [id, { delivered: ids }] of expected)
      assert.deepEqual(delivered.get(id)?.toSorted(), ids, `${id}: ${await whyNot(stack, id)}`)
  })

  it('reaches no advertising target without its flag', async () => {
    const unflagged: string[] = []
    let told = 0
    const requests = await stack.client.received()
    const delivered = await deliveredIds()
    for (const [id, { target }] of expected) {
      if (target.purpose !== 'advertising') continue
      const bodies = requests.filter(
        ({ url }) => vendorOf(url.split('/')[1]!) === vendorByTarget[target.name],
      )
      const flags = new Set(
        bodies.flatMap(({ body }) => flagged[target.name]?.(JSON.parse(body) as Body) ?? []),
      )
      const optedOut = delivered
        .get(id)!
        .filter((each) => forms[each.slice(id.length + 1)]!.advertising !== 'sent')
      unflagged.push(...optedOut.filter((each) => !flags.has(each)))
      told += optedOut.length
    }
    assert.deepEqual(unflagged, [])
    // 9 forms that a flag tells, at 5 targets.
    assert.equal(told, 45)
  })

  it('is told in the outcome: opted_out, or opt_out_unclear for a signal that cannot be read', async () => {
    const rows = await stack.client.query(
      `SELECT DISTINCT SPLIT(event_id, '-')[OFFSET(0)] AS destination, REGEXP_EXTRACT(event_id, '-(.*)') AS form, reason
      FROM delivery_state WHERE outcome = 'restricted' AND reason != 'no_permit' ORDER BY 1, 2`,
    )
    for (const { destination, form, reason } of rows) {
      const { purpose } = expected.get(String(destination))!.target
      const isUnclear = /^(bad|huge)-/.test(String(form))
      const inAdvertising = isUnclear ? 'opt_out_unclear' : 'opted_out'
      assert.equal(
        reason,
        purpose === 'advertising' ? inAdvertising : 'consent_denied',
        `${String(destination)} ${String(form)}`,
      )
    }
    assert.ok(rows.length > 100)
  })
})

function fieldSchema({ fields }: Target, path: string): unknown {
  return path.split('.').reduce<unknown>((schema, name) => Object(Object(schema).properties)[name], fields)
}

/** Reasons of the destination's other outcomes, for the message of a failure. */
async function whyNot(stack: ReplayStack, id: string): Promise<string> {
  const rows = await stack.client.query(
    `SELECT event_id, reason, detail FROM deliveries WHERE destination = '${id}' AND outcome != 'delivered' LIMIT 3`,
  )
  return JSON.stringify(rows)
}
