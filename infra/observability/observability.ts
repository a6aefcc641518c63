/** Observability: makes the notification channels, alerts, dashboard and budget of the environment. */
import { billing, logging, monitoring, type types } from '@pulumi/gcp'
import { ComponentResource, interpolate, type ComponentResourceOptions, type Output } from '@pulumi/pulumi'
import { subscriptions } from '../../schemas/bus.ts'
import type { DrainedFunction } from '../../schemas/drain.ts'
import type { Platform } from '../resources/platform.ts'
import type { PushSubscription } from '../resources/push_subscription.ts'
import type { Settings } from '../settings/index.ts'
import { webDoors } from '../settings/web_source.ts'
import type { Alert } from './alert.ts'
import { alerts } from './alerts.ts'
import { channelsOf } from './channels.ts'
import { dashboard } from './dashboard.ts'
import { excludedRequests } from './request_logs.ts'

interface ObservabilityArgs {
  platform: Platform
  settings: Settings
  /** The subscriptions of each function. */
  subscriptions: Readonly<Record<DrainedFunction, readonly PushSubscription[]>>
}

export class Observability extends ComponentResource {
  /** URL of the dashboard. */
  readonly dashboardUrl: Output<string>
  readonly policies: readonly monitoring.AlertPolicy[]
  readonly budget: billing.Budget | undefined
  readonly excludedRequests: logging.ProjectExclusion | undefined

  constructor(name: string, args: ObservabilityArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Observability', name, {}, options)
    const { platform, settings } = args
    const { project, destinations } = settings
    const child = { parent: this }
    const enabled = { ...child, dependsOn: [...platform.ready] }
    const emails = settings.alerts.emails.map(
      (email) =>
        new monitoring.NotificationChannel(
          email,
          { type: 'email', displayName: `Sluice: ${email}`, labels: { email_address: email } },
          enabled,
        ),
    )
    const furtherChannels = channelsOf(settings.alertChannels).map(
      ({ name, ...channel }) => new monitoring.NotificationChannel(name, channel, enabled),
    )
    const channelIds = [...emails, ...furtherChannels].map(({ id }) => id)

    const hasWebDoor = Object.keys(webDoors(settings.sources)).length > 0
    const drainedOf = (name: DrainedFunction): readonly string[] =>
      args.subscriptions[name].filter((each) => each.mode === 'drain').map((each) => each.name)
    const drained = { store: drainedOf('store'), forward: drainedOf('forward') }
    const isDrained = drained.store.length + drained.forward.length > 0
    const declared = alerts({
      doors: ['ingest', 'translate', 'hook', ...(hasWebDoor ? ['collect'] : [])],
      paused: destinations.flatMap(({ destination, paused }) =>
        paused ? [subscriptions.forward(destination.id), subscriptions.forwardInOrder(destination.id)] : [],
      ),
      drained,
    })
    this.policies = declared.map(
      (alert) =>
        new monitoring.AlertPolicy(
          alert.name,
          {
            displayName: `Sluice: ${alert.name}`,
            severity: alert.severity,
            combiner: 'OR',
            conditions: [
              { displayName: alert.title, ...alert.condition },
              ...(alert.poolCondition
                ? [{ displayName: `${alert.title} (worker pool)`, ...alert.poolCondition }]
                : []),
            ],
            documentation: documentationOf(alert, settings.alerts.runbook),
            notificationChannels: channelIds,
            alertStrategy: strategyOf(alert),
          },
          enabled,
        ),
    )

    const board = new monitoring.Dashboard(
      'dashboard',
      { dashboardJson: JSON.stringify(dashboard(`Sluice ${settings.dataset}`, isDrained)) },
      enabled,
    )
    this.dashboardUrl = interpolate`https://console.cloud.google.com/monitoring/dashboards/builder/${board.id.apply(
      (id) => id.split('/').at(-1),
    )}?project=${project}`

    const filter = excludedRequests(settings.requestLogShare)
    this.excludedRequests =
      filter === undefined
        ? undefined
        : new logging.ProjectExclusion(
            'successful-requests',
            { name: 'sluice-successful-requests', description: 'Metrics count these requests', filter },
            enabled,
          )

    this.budget =
      settings.budget &&
      new billing.Budget(
        'budget',
        budgetOf(
          settings.budget,
          project,
          platform,
          // A budget notifies channels of type email only.
          // https://cloud.google.com/billing/docs/how-to/budgets-notification-recipients
          emails.map(({ id }) => id),
        ),
        enabled,
      )
    this.registerOutputs({})
  }
}

/** Returns the text of the notification: what happened, and where the instructions are. */
function documentationOf({ name, title, details }: Alert, runbook: string | undefined) {
  return {
    content: `${title}\n\n${details === undefined ? '' : `${details}\n\n`}What it means, what to look at and what to do: docs/operations.md#${name}`,
    mimeType: 'text/markdown',
    ...(runbook !== undefined && { links: [{ displayName: 'What to do', url: `${runbook}#${name}` }] }),
  }
}

/** Closes an incident 30 minutes after it is over, the minimum that Google allows. Notifies of matching log entries once an hour at most. */
function strategyOf({ condition }: Alert): types.input.monitoring.AlertPolicyAlertStrategy {
  return {
    autoClose: '1800s',
    ...('conditionMatchedLog' in condition && { notificationRateLimit: { period: '3600s' } }),
  }
}

function budgetOf(
  { billingAccount, amount, currency }: NonNullable<Settings['budget']>,
  project: string,
  { projectNumber }: Platform,
  channelIds: readonly Output<string>[],
): billing.BudgetArgs {
  return {
    billingAccount,
    displayName: `Sluice in ${project}`,
    budgetFilter: { projects: [interpolate`projects/${projectNumber}`] },
    amount: { specifiedAmount: { currencyCode: currency, units: String(amount) } },
    thresholdRules: [
      { thresholdPercent: 0.5 },
      { thresholdPercent: 0.9 },
      { thresholdPercent: 1 },
      { thresholdPercent: 1, spendBasis: 'FORECASTED_SPEND' },
    ],
    ...(channelIds.length > 0 && { allUpdatesRule: { monitoringNotificationChannels: [...channelIds] } }),
  }
}
