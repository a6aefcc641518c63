/** Attacks on answers: what each target sends for the canary person, with canary secrets in its settings. */
import { createRequestSender } from '../../../functions/delivery/send_request.ts'
import { createRateLimiter } from '../../../functions/delivery/rate_limiter.ts'
import type { HttpRequest, HttpResponse } from '../../../functions/net/http.ts'
import * as targets from '../../../functions/targets/index.ts'
import { secretSettings, type LinkedEvent, type Target } from '../../../functions/targets/target.ts'
import type { Outcome } from '../../../schemas/outcome.ts'
import { compilePreparation, isOutcome } from '../../../functions/linkage/prepare.ts'
import type { Link } from '../../../schemas/link.ts'
import { thirdParty } from '../../delivery/fake_third_party.ts'
import type { TargetCases } from '../../targets/case.ts'
import { stored } from '../../targets/run.ts'
import { eventData, person, signingSecret } from './canary.ts'

export interface Subject {
  target: Target
  /** With secrets. */
  settings: Record<string, unknown>
  secrets: readonly string[]
  /** Events of the canary person, linked. */
  events: readonly LinkedEvent[]
}

async function casesOf(name: string): Promise<TargetCases> {
  const module = (await import(new URL(`../../targets/${name}.ts`, import.meta.url).href)) as object
  return (module as Readonly<Record<string, TargetCases>>)[name]!
}

/** The secrets that a target's settings accept. */
function secretFor(name: string, secret: string): string {
  if (name === 'webhook_url') return 'https://hooks.slack.com/services/TCANARY01/BCANARY02/q8Rj3vT0cXkWmPz5'
  return name === 'secret' ? signingSecret : secret
}

/** Returns every target with two events of the canary person: the first one that the target sends of its examples, with the person's fields. */
export async function subjects(secret: string): Promise<readonly Subject[]> {
  return Promise.all(
    Object.values(targets).map(async (target: Target): Promise<Subject> => {
      const { examples, full } = await casesOf(target.name)
      const secrets = Object.fromEntries(
        secretSettings(target)
          .filter((name) => name in full)
          .map((name) => [name, secretFor(name, secret)] as const),
      )
      for (const { events, now, linkage, settings: own, ...example } of examples) {
        const settings = { ...own, ...secrets }
        const prepare = compilePreparation(
          { linkage: (linkage ?? {}) as Readonly<Record<string, Link>> },
          target,
          settings,
        )
        const [first] = events
        if (!first || !Array.isArray(example.sends)) continue
        const linked = [1, 2].map((n) => {
          const data = { ...(first['event_data'] as object), ...eventData }
          const event = stored({ ...first, ...person, event_data: data }, n, { now })
          return prepare(event, new Date(now))
        })
        const sent = linked.filter((each): each is LinkedEvent => !isOutcome(each))
        if (sent.length === 2) return { target, settings, secrets: Object.values(secrets), events: sent }
      }
      throw new Error(`No example of ${target.name} can be sent for the canary person.`)
    }),
  )
}

/** Sends the events to a third party that answers as `answer` says, with what it received. Returns the outcomes and what it received. */
export async function answeredBy(
  { target, settings, events }: Subject,
  answer: (request: HttpRequest) => HttpResponse,
): Promise<{ outcomes: readonly Outcome[]; requests: readonly HttpRequest[] }> {
  const requests: HttpRequest[] = []
  const { ports } = thirdParty(
    (_, request) => {
      requests.push(request)
      return answer(request)
    },
    { ms: Date.parse('2026-03-14T09:34:40Z') },
  )
  const send = createRequestSender(target, settings, ports, createRateLimiter(undefined))
  const results = await send(events.slice(0, target.batch.maxItems))
  return { outcomes: results.map(({ outcome }) => outcome), requests }
}
