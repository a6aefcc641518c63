/** Local stack: what a newcomer is told once it runs. */
import { roles, type Role } from './accounts.ts'
import type { StackInfo } from './stack_info.ts'

/** A few lines to copy from: an event, a query, and where to watch. */
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
}: StackInfo): string {
  return `Sluice runs.

  Console     ${consoleUrl}   what happens, in charts and numbers
  Events      ${baseUrl}/v1/topics/<topic>
  Payloads    ${translatorUrl}/<translation>
  Pub/Sub     PUBSUB_EMULATOR_HOST=${pubsubHost}   project ${project}
  BigQuery    BIGQUERY_EMULATOR_HOST=${bigqueryUrl}   dataset ${dataset}
  Third party ${thirdPartyUrl}/   what has left for it

Send an event:

  curl -X POST ${baseUrl}/v1/topics/view_content \\
    -H 'Authorization: Bearer ${accounts.producer?.token ?? token}' \\
    -H 'Content-Type: application/json' \\
    -d '{"user_id":"u-1815","content_name":"The Analytical Engine","content_type":"article"}'

Find it in BigQuery:

  curl -X POST ${bigqueryUrl}/projects/${project}/queries \\
    -H 'Authorization: Bearer ${accounts.analyst?.token ?? token}' -H 'Content-Type: application/json' \\
    -d '{"useLegacySql":false,"defaultDataset":{"datasetId":"${dataset}"},"query":"SELECT event_name, content_name FROM view_content"}'
${tokensOf(baseUrl, accounts)}
Ctrl-C ends it; the data stays.`
}

/** What an account of each role may do, as the settings grant it. */
const rightsOf = {
  producer: 'publish events',
  analyst: 'query the dataset, look at the console',
  editor: 'save definitions and translations',
  operator: 'ask for runs',
} as const satisfies Record<Role, string>

/** How to get a token with the rights of one role and no others. */
function tokensOf(baseUrl: string, accounts: StackInfo['roles']): string {
  const lines = roles.flatMap((role) => {
    const { account } = accounts[role] ?? {}
    return account === undefined
      ? []
      : [`  curl -d account=${account} ${baseUrl}/token   # ${role}: ${rightsOf[role]}`]
  })
  return lines.length === 0
    ? ''
    : `\nGet an access token with the rights of one role (stack.json has one of each, too):\n\n${lines.join('\n')}\n`
}
