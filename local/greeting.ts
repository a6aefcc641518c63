/** Local stack: writes the text that `npm start` prints once the stack runs. */
import { roles, type Role } from './accounts.ts'
import type { StackInfo } from './stack_info.ts'

/** Returns the addresses and commands to copy: an event, a query, and those of a sync and an action if they are configured. */
export function greeting({
  baseUrl,
  translatorUrl,
  project,
  dataset,
  bigqueryUrl,
  pubsubHost,
  token,
  roles: accounts,
  thirdPartyUrl,
  consoleUrl,
  syncs,
  actions,
}: StackInfo): string {
  return `Sluice runs.

  Console     ${consoleUrl}   charts, runs and definitions
  Events      ${baseUrl}/v1/topics/<topic>
  Payloads    ${translatorUrl}/<translation>
  Pub/Sub     PUBSUB_EMULATOR_HOST=${pubsubHost}   project ${project}
  BigQuery    BIGQUERY_EMULATOR_HOST=${bigqueryUrl}   dataset ${dataset}
  Third party ${thirdPartyUrl}/   records the requests of all destinations

Send an event:

  curl -X POST ${baseUrl}/v1/topics/view_content \\
    -H 'Authorization: Bearer ${accounts.producer?.token ?? token}' \\
    -H 'Content-Type: application/json' \\
    -d '{"user_id":"u-1815","content_name":"The Analytical Engine","content_type":"article"}'

Find it in BigQuery:

  curl -X POST ${bigqueryUrl}/projects/${project}/queries \\
    -H 'Authorization: Bearer ${accounts.analyst?.token ?? token}' -H 'Content-Type: application/json' \\
    -d '{"useLegacySql":false,"defaultDataset":{"datasetId":"${dataset}"},"query":"SELECT event_name, content_name FROM view_content"}'
${automationsText(syncs, actions)}${tokensOf(baseUrl, accounts)}
Press Ctrl-C to stop. The data is kept.`
}

/** Returns the commands that try the first configured sync and action. */
function automationsText([sync]: readonly string[], [action]: readonly string[]): string {
  const lines = [
    ...(sync === undefined
      ? []
      : [`  npx sluice sync ${sync} --dry-run      # what it would send; without --dry-run it sends`]),
    ...(action === undefined
      ? []
      : [`  npx sluice backtest ${action}               # how often it would have fired`]),
  ]
  return lines.length === 0 ? '' : `\nTry the sync and the action of the settings:\n\n${lines.join('\n')}\n`
}

/** What an account of each role may do. */
const rightsOf = {
  producer: 'publish events',
  analyst: 'query the dataset, read the console',
  editor: 'save definitions and translations',
  operator: 'request runs',
} as const satisfies Record<Role, string>

/** Returns the commands that get a token with the permissions of one role. */
function tokensOf(baseUrl: string, accounts: StackInfo['roles']): string {
  const lines = roles.flatMap((role) => {
    const { account } = accounts[role] ?? {}
    return account === undefined
      ? []
      : [`  curl -d account=${account} ${baseUrl}/token   # ${role}: ${rightsOf[role]}`]
  })
  return lines.length === 0
    ? ''
    : `\nGet an access token with the permissions of one role (stack.json also has one of each):\n\n${lines.join('\n')}\n`
}
