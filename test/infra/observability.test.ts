/** Observability: checks that every alert can fire, links to its instructions and notifies the configured addresses. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createRequestSender } from '../../functions/delivery/send_request.ts'
import { createRateLimiter } from '../../functions/delivery/rate_limiter.ts'
import { webhook } from '../../functions/targets/index.ts'
import { ofType, type Graph, type Resource } from '../../local/pulumi/graph.ts'
import { logMessages } from '../../schemas/log_messages.ts'
import { examples, stack, webhookSecret } from './stack.ts'

const policyType = 'gcp:monitoring/alertPolicy:AlertPolicy'

interface Threshold {
  filter: string
  comparison: string
  thresholdValue: number
  duration: string
}

interface Policy {
  severity: string
  conditions: readonly [
    {
      conditionThreshold?: Threshold
      conditionMatchedLog?: { filter: string }
      conditionPrometheusQueryLanguage?: { query: string; disableMetricValidation: boolean }
    },
  ]
  documentation: { content: string; links?: readonly { url: string }[] }
  notificationChannels: readonly string[]
  alertStrategy: { autoClose: string; notificationRateLimit?: { period: string } }
}

function policyOf({ inputs }: Resource) {
  return inputs as unknown as Policy
}

/** Returns alert → its condition in one line. */
function conditionsByAlert(graph: Graph): Record<string, string> {
  return Object.fromEntries(
    ofType(graph, policyType).map((resource) => {
      const [condition] = policyOf(resource).conditions
      const { conditionThreshold: threshold, conditionMatchedLog: log } = condition
      const { conditionPrometheusQueryLanguage: promql } = condition
      const text = threshold
        ? `${/metric\.type="[^/]+\/([^"]+)"/.exec(threshold.filter)?.[1]} > ${threshold.thresholdValue} for ${threshold.duration}`
        : (log?.filter ?? promql?.query ?? '')
      return [resource.name, text]
    }),
  )
}

function conditionOf(graph: Graph, name: string) {
  const policy = ofType(graph, policyType).find((resource) => resource.name === name)
  assert.ok(policy, name)
  return policyOf(policy).conditions[0]
}

describe('alerts', () => {
  let defaults: Graph
  let full: Graph
  before(async () => {
    defaults = await stack()
    full = await stack(examples['with everything'])
  })

  it('have these conditions', () => {
    assert.deepEqual(conditionsByAlert(defaults), {
      'dead-letters': 'subscription/dead_letter_message_count > 0 for 0s',
      'store-backlog': 'subscription/oldest_unacked_message_age > 600 for 0s',
      'forward-backlog': 'subscription/oldest_unacked_message_age > 3600 for 0s',
      'function-faults': 'request_count > 0 for 0s',
      'front-door': 'request_count > 0.01 for 300s',
      credentials:
        'resource.type="cloud_run_revision" AND log_id("run.googleapis.com/stderr") AND resource.labels.service_name="forward" AND severity=ERROR' +
        ' AND jsonPayload.message:"does not accept its credentials"',
      'store-redeliveries': 'log_entry_count > 0 for 900s',
      'store-tables':
        'resource.type="cloud_run_revision" AND log_id("run.googleapis.com/stderr") AND resource.labels.service_name="store" AND severity=WARNING' +
        ' AND NOT jsonPayload.message:"message will be delivered again"',
      'bigquery-appends': 'api/request_count > 0 for 600s',
      'actions-backlog': 'subscription/oldest_unacked_message_age > 600 for 0s',
      runs:
        'resource.type="cloud_run_revision" AND log_id("run.googleapis.com/stderr")' +
        ' AND resource.labels.service_name=("sync" OR "act" OR "erase") AND severity=ERROR AND jsonPayload.message:"a run was stopped"',
      reconciliation:
        'resource.type="cloud_run_revision" AND log_id("run.googleapis.com/stderr")' +
        ' AND resource.labels.service_name="sync" AND severity=ERROR AND jsonPayload.message:"a promise is broken"',
      'reconciliation-missing':
        'absent_over_time(pubsub_googleapis_com:subscription_push_request_count{monitored_resource="pubsub_subscription",' +
        'subscription_id=~"(scheduled-)?runs-reconcile",response_class="ack"}[4h]) and on() (hour() == 6)',
      'health-missing':
        'absent_over_time(pubsub_googleapis_com:subscription_push_request_count{monitored_resource="pubsub_subscription",' +
        'subscription_id=~"(scheduled-)?runs-health",response_class="ack"}[1h])',
      ...Object.fromEntries(
        Object.entries({
          'destination-failing': 'a destination is failing',
          'destination-silent': 'a destination is silent',
          'quarantine-surge': 'more messages than usual are quarantined',
          volume: 'the number of events is unusual',
          'sync-late': 'a sync is late',
          'deprecated-type': 'a deprecated event type is in use',
        }).map(([name, message]) => [
          name,
          'resource.type="cloud_run_revision" AND log_id("run.googleapis.com/stderr")' +
            ` AND resource.labels.service_name="sync" AND severity=ERROR AND jsonPayload.message:"${message}"`,
        ]),
      ),
    })
  })

  it('each have a section in docs/operations.md, and every section has an alert', async () => {
    const [, text = ''] = (await readFile('docs/operations.md', 'utf8')).split('\n## Alerts\n')
    const sections = [...text.matchAll(/^### (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    )
    const drained = await stack(examples['drained'])
    assert.deepEqual(sections.toSorted(), Object.keys(conditionsByAlert(drained)).toSorted())
    for (const policy of ofType(full, policyType)) {
      const { documentation } = policyOf(policy)
      assert.ok(documentation.content.endsWith(`docs/operations.md#${policy.name}`))
      assert.deepEqual(
        documentation.links?.map(({ url }) => url),
        [`https://git.acme.example/sluice/docs/operations.md#${policy.name}`],
      )
    }
  })

  it('on log entries have a notification rate limit, which Google requires', () => {
    for (const policy of ofType(defaults, policyType)) {
      const { conditions, alertStrategy } = policyOf(policy)
      const byLog = conditions[0].conditionMatchedLog !== undefined
      assert.deepEqual(alertStrategy.notificationRateLimit, byLog ? { period: '3600s' } : undefined)
    }
  })

  it('use only metrics that exist in every project, not user-defined ones', () => {
    for (const policy of ofType(full, policyType))
      assert.doesNotMatch(JSON.stringify(policy.inputs), /logging\.googleapis\.com\/user/)
  })

  it('do not fire for a destination that is paused in the settings', async () => {
    const crm = {
      target: 'webhook',
      settings: { url: 'https://crm.example/' },
      secrets: { secret: webhookSecret },
      rules: [],
      paused: true,
    }
    const paused = await stack({
      'sluice:destinations': JSON.stringify({ crm, shop: { ...crm, paused: false } }),
    })
    const { conditionThreshold } = conditionOf(paused, 'forward-backlog')
    assert.match(String(conditionThreshold?.filter), /subscription_id!="forward-crm"/)
    assert.doesNotMatch(String(conditionThreshold?.filter), /forward-shop/)
  })

  it('on log entries read the log to which functions write, not the request log', async () => {
    const onLogs = ofType(defaults, policyType).filter((policy) =>
      /log_entry_count|severity=/.test(JSON.stringify(policy.inputs['conditions'])),
    )
    assert.deepEqual(onLogs.map(({ name }) => name).toSorted(), [
      'credentials',
      'deprecated-type',
      'destination-failing',
      'destination-silent',
      'quarantine-surge',
      'reconciliation',
      'runs',
      'store-redeliveries',
      'store-tables',
      'sync-late',
      'volume',
    ])
    for (const policy of onLogs) {
      const [{ conditionThreshold, conditionMatchedLog }] = policyOf(policy).conditions
      const filter = conditionThreshold?.filter ?? conditionMatchedLog?.filter ?? ''
      assert.match(filter, /log_id\("run.googleapis.com\/stderr"\)|metric.labels.log=ends_with\("stderr"\)/)
    }
    const script = `import { logEntry } from ${JSON.stringify(resolve('functions/serving/log.ts'))}; logEntry('WARNING', 'x')`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    })
    assert.deepEqual([stdout, stderr], ['', '{"severity":"WARNING","message":"x"}\n'])
  })

  it('on credentials match the log entry of forward', async () => {
    const messages: string[] = []
    const exchange = createRequestSender(
      webhook,
      { url: 'https://crm.example/', secret: webhookSecret },
      {
        now: () => new Date(0),
        send: async () => ({ status: 401, headers: {}, body: '' }),
        authorization: () => '',
        dropToken: () => {},
        alert: (message) => messages.push(message),
      },
      createRateLimiter(undefined),
    )
    await exchange([{ id: '1', name: 'purchase', fields: {}, text: '{}' }])
    assert.equal(messages.length, 1)
    assert.ok(messages[0]?.includes(logMessages.credentials), messages[0])
  })

  it('on log entries match constants that the functions log', async () => {
    const health = 'functions/health/alert_state.ts'
    for (const [name, file] of Object.entries({
      credentials: 'functions/delivery/send_request.ts',
      redelivery: 'functions/store.ts',
      run: 'functions/runs/handle_run.ts',
      reconciliation: 'functions/reconcile/worker.ts',
      'destination-failing': health,
      'destination-silent': health,
      'quarantine-surge': health,
      volume: health,
      'sync-late': health,
      'deprecated-type': health,
    } satisfies Record<keyof typeof logMessages, string>))
      assert.match(
        await readFile(file, 'utf8'),
        new RegExp(`\\blogMessages(\\.${name}\\b|\\[alert\\])`),
        file,
      )
  })

  it('on the daily check query an existing subscription, at a time by which its push must be acknowledged', () => {
    const { conditionPrometheusQueryLanguage: condition } = conditionOf(defaults, 'reconciliation-missing')
    const { query = '' } = condition ?? {}
    // PromQL matches the whole value: https://prometheus.io/docs/prometheus/latest/querying/basics/#time-series-selectors
    const [, ids] = /subscription_id=~"([^"]+)"/.exec(query) ?? []
    const asked = ofType(defaults, 'gcp:pubsub/subscription:Subscription')
      .filter(({ inputs }) => 'pushConfig' in inputs)
      .map(({ inputs }) => String(inputs['name']))
      .filter((name) => new RegExp(`^(?:${ids})$`).test(name))
    assert.deepEqual(asked.toSorted(), ['runs-reconcile', 'scheduled-runs-reconcile'])
    const [, lookback] = /\[(\d+)h\]/.exec(query) ?? []
    const [, evaluated] = /hour\(\) == (\d+)/.exec(query) ?? []
    const [job] = ofType(defaults, 'gcp:cloudscheduler/job:Job').filter(({ name }) => name === 'reconcile')
    const [, due] = /^0 (\d+) \* \* \*$/.exec(String(job?.inputs['schedule'])) ?? []
    assert.ok(Number(evaluated) > Number(due), 'not before it is due')
    // At the end of the hour of evaluation, the lookback still covers the time at which the check was due.
    assert.ok(Number(evaluated) + 1 - Number(lookback) < Number(due), query)
    // Before the first push the metric does not exist, and Google would reject the alert.
    assert.equal(condition?.disableMetricValidation, true)
  })
})
