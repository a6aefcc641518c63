/** Test support: a whole stack, runs requested at its console, and what a destination received. */
import { views } from '../../schemas/views.ts'
import { endLeases } from '../runs/end_leases.ts'
import { clientOf, type Client } from '../support/client.ts'
import { tokenFor, tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { webhookTo } from '../support/webhook.ts'
import { until } from '../support/until.ts'

/** A run as the console returns it. */
export interface ShownRun {
  run_id: string
  state: string
  reason: string | null
  counts: Readonly<Record<string, number>>
  result: Readonly<Record<string, unknown>> | null
  finished_at: string | null
}

/** Makes a webhook destination. */
export function webhook(path: string, when = 'true') {
  return webhookTo(path, { rules: [{ id: 'some', effect: 'permit', when }] })
}

export function settingsWith(destinations: object) {
  return {
    'gcp:project': 'sluice-local',
    'sluice:delivery': { maxAttempts: 100, minimumBackoff: '0.1s', maximumBackoff: '1s' },
    'sluice:destinations': destinations,
  }
}

/** A period that includes everything that a test sends. */
export const always = {
  from: new Date(Date.now() - 86_400_000).toISOString(),
  to: new Date(Date.now() + 86_400_000).toISOString(),
}

/** A stack with the operations of a test. It remains usable after a restart of the stack. */
export class ReplayStack {
  readonly stack: TestStack

  private constructor(stack: TestStack) {
    this.stack = stack
  }

  /** Starts a stack. `more`: further settings. */
  static async start(destinations: object, more: object = {}): Promise<ReplayStack> {
    return new ReplayStack(await TestStack.start({ ...settingsWith(destinations), ...more }))
  }

  get client(): Client {
    return clientOf(this.stack.facts)
  }

  /** Calls the console API. */
  async console(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    token = method === 'GET'
      ? tokenOf(this.stack.facts, 'analyst')
      : tokenFor(this.stack.facts, `/v1/console/${path}`),
  ): Promise<{ status: number; body: Readonly<Record<string, unknown>> }> {
    const response = await fetch(`${this.stack.facts.baseUrl}/v1/console/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  /** Requests a run. Returns its id. */
  async ask(kind: string, request: object): Promise<string> {
    const { status, body } = await this.console('POST', `runs/${kind}`, request)
    if (status !== 200) throw new Error(`The console answered ${status}: ${JSON.stringify(body)}`)
    return String(body['run'])
  }

  /** Requests a run without the console, which refuses while table `audit` cannot be written. Returns its id. */
  async askDirectly(kind: string, request: object): Promise<string> {
    const { pubsubHost, project } = this.stack.facts
    const response = await fetch(`http://${pubsubHost}/v1/projects/${project}/topics/runs:publish`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokenOf(this.stack.facts, 'operator')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        messages: [{ attributes: { kind }, data: Buffer.from(JSON.stringify(request)).toString('base64') }],
      }),
    })
    const { messageIds } = (await response.json()) as { messageIds: readonly [string] }
    return messageIds[0]
  }

  async run(id: string): Promise<ShownRun | undefined> {
    const { status, body } = await this.console('GET', `runs/${id}`)
    return status === 200 ? (body as object as ShownRun) : undefined
  }

  /** Kills all processes and starts them again. Expires the leases, so that runs resume at once. */
  async crash(): Promise<void> {
    await this.stack.kill()
    await this.stack.start()
    await endLeases(this.client)
  }

  /** Waits until a run has ended. */
  ended(id: string): Promise<ShownRun> {
    return until(`run ${id} has ended`, async () => {
      const run = await this.run(id)
      return run?.finished_at ? run : undefined
    })
  }

  async done(kind: string, request: object): Promise<ShownRun> {
    return this.ended(await this.ask(kind, request))
  }

  /** Returns the ids of the events that a path of the third party received, with duplicates. */
  async arrivals(path: string): Promise<readonly string[]> {
    return (await this.client.received())
      .filter(({ url }) => url === `/${path}`)
      .map(({ headers }) => headers['webhook-id']!)
  }

  /** Sends events, and waits until `settled` pairs have ended. */
  async send(events: readonly object[], settled: number, condition = "outcome != 'deferred'"): Promise<void> {
    const { status } = await this.client.post('/v1/topics/view_content', events)
    if (status !== 200) throw new Error(`The front door answered ${status}.`)
    await until('the pairs have ended', async () => {
      const rows = await this.client.query(
        `SELECT DISTINCT event_id, destination FROM deliveries WHERE ${condition}`,
      )
      return rows.length >= settled
    })
  }

  /** Reads or deletes a subscription, with the developer's token. */
  subscription(method: 'GET' | 'DELETE', id: string): Promise<Response> {
    const { project, pubsubHost, token } = this.stack.facts
    return fetch(`http://${pubsubHost}/v1/projects/${project}/subscriptions/${id}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
  }

  /** Returns the state of each pair as `event at destination: outcome reason`, sorted. */
  async pairs(): Promise<readonly string[]> {
    const rows = await this.client.query('SELECT event_id, destination, outcome, reason FROM delivery_state')
    return rows
      .map(({ event_id, destination, outcome, reason }) => {
        const ended = [outcome, reason].filter((part) => part !== null).map(String)
        return `${String(event_id)} at ${String(destination)}: ${ended.join(' ')}`
      })
      .toSorted()
  }

  /** Returns the broken promises as `destination promise: count`. Queries view `reconciliation` as of two hours later, when no pair may be
   * pending. */
  async broken(): Promise<readonly string[]> {
    const { project, dataset } = this.stack.facts
    const view = views(project, dataset).find(({ name }) => name === 'reconciliation')!
    const rows = await this.client.query(
      view.query.replaceAll('CURRENT_TIMESTAMP()', 'TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 2 HOUR)'),
    )
    if (rows.length === 0) throw new Error('The view reconciliation has no rows.')
    return rows
      .flatMap(({ destination, ...counts }) =>
        Object.entries(counts)
          .filter(([name, count]) => name !== 'day' && count !== '0')
          .map(([promise, count]) => `${String(destination)} ${promise}: ${String(count)}`),
      )
      .toSorted()
  }
}
