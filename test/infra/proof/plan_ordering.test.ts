/** Plan: checks the report about order: what each step does, and what it loses if it is taken too early. */
import assert from 'node:assert/strict'
import { functionType, planOf, remove, rule, subscriptionType, update } from '../preview.ts'

const crm = {
  id: 'crm',
  target: 'webhook',
  settings: { url: 'https://crm.example/' },
  rules: [rule('all', 'true')],
}

/** The inputs of `store`. The plans are made on 2026-03-14 at 10:00 UTC. */
function storeWith(ordering: object | undefined, destination: object = crm) {
  return {
    serviceConfig: {
      environmentVariables: {
        DATASET: 'sluice',
        DESTINATIONS: JSON.stringify([destination]),
        ORDERING: ordering === undefined ? '' : JSON.stringify(ordering),
      },
    },
  }
}

/** The lines of one chapter. */
function chapter(title: string, lines: readonly string[]): readonly string[] {
  const from = lines.indexOf(title)
  if (from < 0) return []
  const end = lines.indexOf('', from)
  return lines.slice(from + 1, end < 0 ? undefined : end).map((line) => line.slice(2))
}

function orderOf(before: object | undefined, after: object | undefined): readonly string[] {
  const step = update(functionType, 'store', storeWith(before), storeWith(after), ['serviceConfig'])
  return chapter('Order', planOf(step))
}

const [tenOClock, eleven, noon] = ['2026-03-14T10:00:00Z', '2026-03-14T11:00:00Z', '2026-03-14T12:00:00Z']
const early = '2026-03-14T08:00:00Z'

describe('npx sluice plan of order', () => {
  it('says from when it holds, and warns of a time before the end of the update', () => {
    const starts =
      'events published from 2026-03-14T11:00:00Z are stored in the order of their keys, through *-ordered-store'
    const twice =
      '  Until sluice:ordering.drained is set, each event is pushed twice, and its second push does nothing'
    assert.deepEqual(orderOf(undefined, { from: eleven }), [starts, twice])
    assert.deepEqual(orderOf(undefined, { from: tenOClock }).slice(1, 2), [
      '  2026-03-14T10:00:00Z is before the end of this update: until its end events are stored and sent twice',
    ])
    assert.match(
      orderOf(undefined, { from: eleven, drained: true })[1]!,
      /\*-store is removed at once.* LOST/,
    )
    assert.deepEqual(orderOf({ from: early }, { from: early }), [])
  })

  it('warns of every change that leaves waiting events to a subscription that has dropped them', () => {
    assert.match(orderOf({ from: early }, { from: eleven }).join('\n'), /changes after it has passed.* LOST/)
    assert.match(orderOf({ from: early }, { from: early, until: tenOClock }).join('\n'), /LOST/)
    assert.doesNotMatch(orderOf({ from: early }, { from: early, until: noon }).join('\n'), /LOST/)
    assert.match(orderOf({ from: early, until: '2026-03-14T09:00:00Z' }, { from: early }).join('\n'), /LOST/)
  })

  it('names what must be drained before subscriptions of public topics are removed', () => {
    assert.deepEqual(orderOf({ from: early }, { from: early, drained: true }), [
      '*-store is removed: events published before 2026-03-14T08:00:00Z that still wait there are LOST',
      '  Before, wait until it is drained: Oldest unacknowledged message of *-store on the dashboard is younger than 2026-03-14T08:00:00Z',
    ])
    assert.deepEqual(orderOf({ from: early, until: '2026-03-14T09:00:00Z' }, undefined), [
      '*-ordered-store is removed: events published before 2026-03-14T09:00:00Z that still wait there are LOST',
      '  Before, wait until it is drained: Oldest unacknowledged message of *-ordered-store on the dashboard is younger than 2026-03-14T09:00:00Z',
    ])
    assert.deepEqual(orderOf({ from: early }, undefined), [
      '*-ordered-store is removed: events waiting there are LOST',
      '  To lose no events, restore sluice:ordering, remove `drained` from it, and set a time after the end of the next update:',
      "    pulumi config set --path 'sluice:ordering.until' <time>",
      '    pulumi up',
      '  Then remove sluice:ordering when that time has passed',
    ])
  })

  it('prints how to drain a destination before its ordered subscription is removed', () => {
    const of = (before: object, after: object, ...steps: readonly object[]) =>
      planOf(
        update(
          functionType,
          'store',
          storeWith({ from: early }, { ...crm, ...before }),
          storeWith({ from: early }, { ...crm, ...after }),
          ['serviceConfig'],
        ),
        ...steps,
      )
    assert.deepEqual(chapter('Destinations', of({}, { ordered: true })), [
      'crm: events with an ordering key are delivered in their order, through forward-crm-ordered',
    ])
    assert.deepEqual(chapter('Destinations', of({ ordered: true }, { ordered: false })), [
      'crm: order ends, and forward-crm-ordered is drained',
    ])
    const gone = remove(subscriptionType, 'forward-crm-ordered', { pushConfig: {} })
    const lines = of({ ordered: true }, {}, gone)
    assert.deepEqual(chapter('DELETED OR REPLACED', lines), ['DELETES Subscription forward-crm-ordered'])
    const said = chapter('Destinations', lines)
    assert.equal(
      said[0],
      'crm: its ordered subscription is removed: events still waiting in forward-crm-ordered are LOST',
    )
    assert.ok(said.includes("    pulumi config set --path 'sluice:destinations.crm.ordered' false"))
    const drained = chapter('Destinations', of({ ordered: false }, {}, gone))
    assert.match(drained[1]!, /Before, wait until it is drained: Backlog of forward-crm-ordered/)
  })
})
