/** Program: stops `pulumi up` and `pulumi preview` before anything is changed if a function could not start. It registers nothing and prints a line
 * for each problem, without a stack trace. */
import assert from 'node:assert/strict'
import { shipped, type Declarations } from '../../infra/settings/declarations.ts'
import { program } from '../../infra/program.ts'
import { secretKeys } from '../../infra/settings/parse.ts'
import { emulator, type Creation, type Emulate } from '../../local/pulumi/emulate.ts'
import { runProgram } from '../../local/pulumi/run.ts'
import { text } from '../../schemas/context/field.ts'
import { defineEvent } from '../../schemas/event_type.ts'
import { defineSync } from '../../schemas/sync.ts'
import { action } from '../act/engine.ts'
import { runAsPulumi } from './engine.ts'
import { configOf, crm, many, manyLines, rule, type Settings } from './faulty_stack.ts'
import { shop } from '../linkage/shop_target.ts'

const emulate = emulator({ project: 'acme-events', uriOf: (name) => `https://${name}-abc123-ew.a.run.app` })

function optionsOf(settings: Settings) {
  return {
    project: 'sluice',
    stack: 'test',
    config: configOf(settings),
    secretKeys,
  }
}

const wrongRule = { destinations: { crm: { ...crm, rules: [rule('event.event_nam == 1')] } } }
const wrongRuleLine =
  'sluice:destinations.crm.rules.0.when: rule "paid", line 1, column 7: event.event_nam: no such field; did you mean event.event_name?'

/** Emulates as usual, and calls `registered` for each resource. */
function counting(onRegistered: () => void): Emulate {
  const create = (creation: Creation) => {
    onRegistered()
    return emulate(creation)
  }
  return Object.assign(create, { invoke: emulate.invoke })
}

/** Runs the program. Returns its error and the number of registered resources. */
async function fail(settings: Settings, declared?: Declarations, preview = false) {
  let registered = 0
  const error = await runProgram({
    ...optionsOf(settings),
    preview,
    program: () => program(declared && { declared }),
    emulate: counting(() => registered++),
  }).then(
    () => assert.fail('the program ran to its end'),
    (error: unknown) => error as Error,
  )
  return { name: error.name, lines: error.message.split('\n'), registered }
}

describe('the program of an invalid stack', () => {
  it('registers resources if the stack is valid', async () => {
    let registered = 0
    const { resources } = await runProgram({
      ...optionsOf({ destinations: { crm } }),
      program,
      emulate: counting(() => registered++),
    })
    assert.equal(registered, resources.filter(({ custom }) => custom).length)
    assert.ok(registered > 100)
  })

  for (const preview of [false, true])
    it(`registers nothing and reports each problem, in ${preview ? 'a preview' : 'an update'}`, async () => {
      const expected = { name: 'SettingsError', registered: 0 }
      assert.deepEqual(await fail(wrongRule, undefined, preview), { ...expected, lines: [wrongRuleLine] })
      assert.deepEqual(await fail(many, undefined, preview), { ...expected, lines: manyLines })
    })
})

describe('the SDK’s own runner, which `pulumi up` and `pulumi preview` start', () => {
  const cases: readonly (readonly [string, Settings, readonly string[]])[] = [
    ['a wrong rule', wrongRule, [wrongRuleLine]],
    ['many faults', many, manyLines],
  ]
  for (const [title, settings, lines] of cases)
    for (const preview of [false, true])
      it(`stops at ${title} before anything is changed, in ${preview ? 'a preview' : 'an update'}`, async () => {
        const { code, errors, graph, printed, called } = await runAsPulumi({
          ...optionsOf(settings),
          emulate,
          preview,
        })
        // nodeJSProcessExitedAfterLoggingUserActionableMessage:
        // https://github.com/pulumi/pulumi/blob/master/sdk/nodejs/cmd/run/run.ts
        assert.equal(code, 32)
        assert.deepEqual(errors, [lines.join('\n')])
        assert.equal(printed, '')
        // Pulumi registers the stack itself, which is not a resource of Google, before the program runs.
        assert.deepEqual(
          graph.resources.map(({ type }) => type),
          ['pulumi:pulumi:Stack'],
        )
        assert.deepEqual(called, [])
      })
})

describe('declarations in the code', () => {
  const fields = { color: text('Color.', 'red') }
  const event = (name: string, changes: object = {}) =>
    defineEvent({ name, description: 'A test.', fields, examples: [], ...changes })
  const { events } = shipped
  const sync = {
    name: 'test_sync',
    description: 'A test.',
    model: () => 'SELECT 1 AS color',
    key: ['color'],
    mode: 'upsert',
  } as const
  const fires = event('test_action', { fields: {} })

  /** Problem → its line. */
  const faults: Readonly<Record<string, readonly [Partial<Declarations>, string]>> = {
    'an event type with a bad name': [
      { events: { ...events, colors: event('colors') } },
      "schemas/events/colors.ts: 'colors' must name an object and an action, in either order, such as article_read or view_content",
    ],
    'an event type with the name of another': [
      { events: { ...events, buy_item: event('purchase') } },
      'schemas/events/buy_item.ts: the event type "purchase" is also declared in schemas/events/purchase.ts',
    ],
    'an event type with another name than its file': [
      { events: { ...events, buy_item: event('item_bought') } },
      'schemas/events/buy_item.ts: the event type is named "item_bought"; expected "buy_item", its export name',
    ],
    'an event type with a context field': [
      { events: { ...events, buy_item: event('buy_item', { fields: { email: text('Email.', 'a') } }) } },
      'schemas/events/buy_item.ts: fields.email is a context field; every event has it',
    ],
    'an event type that requires a misspelled field': [
      { events: { ...events, buy_item: event('buy_item', { required: ['colr'] }) } },
      'schemas/events/buy_item.ts: required names "colr", which is not a field; did you mean "color"?',
    ],
    'a sync with a schedule that cannot be': [
      {
        syncs: [
          defineSync({
            ...sync,
            event: event('test_sync'),
            schedule: { cron: '0 3 * *', timeZone: 'Etc/UTC' },
          }),
        ],
      },
      'schemas/syncs/test_sync.ts: schedule.cron must have five fields, for example "0 3 * * *", got "0 3 * *"',
    ],
    'a sync with a link to a misspelled target': [
      { syncs: [defineSync({ ...sync, event: event('test_sync'), links: { webhok: { color: 'color' } } })] },
      'schemas/syncs/test_sync.ts: links.webhok: there is no target "webhok"; did you mean "webhook"?',
    ],
    'a sync with a link from a misspelled source': [
      {
        syncs: [defineSync({ ...sync, event: events['purchase']!, links: { webhook: { total: 'vlaue' } } })],
      },
      'schemas/syncs/test_sync.ts: links.webhook.total: Unknown source "vlaue"; did you mean "value"?',
    ],
    'an action over a misspelled field': [
      {
        actions: [
          action({ event: fires, trigger: { on: ['purchase'], when: 'event.event_data.valeu > 3' } }),
        ],
      },
      'schemas/actions/test_action.ts: Invalid condition in the trigger of action "test_action": line 1, column 18: event.event_data.valeu: no such field; did you mean event.event_data.value?',
    ],
    'a sync and an action with the same event': [
      {
        syncs: [defineSync({ ...sync, name: 'test_action', event: fires })],
        actions: [action({ event: fires })],
      },
      'schemas/actions/test_action.ts: the event type "test_action" is also declared by schemas/syncs/test_action.ts',
    ],
    'a link of a target that is in use': [
      {
        targets: {
          ...shipped.targets,
          webhook: {
            ...shop({ linkage: { name: 'target_event', time: { from: 'evnt_time', as: 'seconds' } } }),
            name: 'webhook',
            settings: shipped.targets['webhook']!.settings,
          },
        },
      },
      'functions/targets/webhook.ts: linkage.*.time: Unknown source "evnt_time"; did you mean "event_time"?',
    ],
  }
  for (const [fault, [declared, line]] of Object.entries(faults))
    it(`stop the program with one line: ${fault}`, async () => {
      const { lines, registered } = await fail({ destinations: { crm } }, { ...shipped, ...declared })
      assert.deepEqual(lines, [line])
      assert.equal(registered, 0)
    })
})
