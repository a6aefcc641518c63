/** Event bus: asks Pub/Sub whether the caller may publish, before anything is read, looked up or explained for the caller. Every publish
 * is still checked by Pub/Sub itself. */
import { createHash } from 'node:crypto'
import { pubsubUrl } from '../net/endpoints.ts'
import { send, type HttpResponse } from '../net/http.ts'
import { errorAnswer, StatusError, type HandlerResponse } from '../serving/answer.ts'
import { topicName } from './address.ts'
import { busError } from './publisher.ts'

/** How long an answer counts, in ms, and how many are kept. A token that lost its right learns names of fields for that long; it publishes
 * nothing. A refusal counts briefly, because a missing role is often granted at once. */
const kept = { allowedMs: 60_000, refusedMs: 5000, answers: 1000 } as const

const permission = 'pubsub.topics.publish'

interface RightPorts {
  env: Readonly<Record<string, string | undefined>>
  project: string
  /** Returns the milliseconds of a monotonic clock. */
  now: () => number
}

/** Resolves to the response that refuses the caller; undefined for a caller who may publish. */
export type RefuseStranger = (authorization: string, topic: string) => Promise<HandlerResponse | undefined>

interface Answer {
  response: Promise<HandlerResponse | undefined>
  /** Infinity until Pub/Sub has answered, so that concurrent requests ask once. */
  until: number
}

/** Creates the check of one instance. An unclear answer of Pub/Sub, such as 503, is passed on and not kept.
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/testIamPermissions */
export function checkPublishRight({ env, project, now }: RightPorts): RefuseStranger {
  const answers = new Map<string, Answer>()

  const ask = async (authorization: string, topic: string, answer: Answer) => {
    const response = await send({
      method: 'POST',
      url: `${pubsubUrl(env)}/v1/${topicName(project, encodeURIComponent(topic))}:testIamPermissions`,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ permissions: [permission] }),
      timeout: 10_000,
    }).catch(() => undefined)
    const isAllowed = response?.status === 200 && hasPermission(response)
    const isClear = response !== undefined && [200, 401, 403].includes(response.status)
    answer.until = isClear ? now() + (isAllowed ? kept.allowedMs : kept.refusedMs) : 0
    if (isAllowed) return undefined
    return response?.status === 200 ? errorAnswer(notAuthorized()) : busError(response)
  }

  return (authorization, topic) => {
    // A token is never kept; its hash is.
    const key = createHash('sha256').update(`${authorization}\n${topic}`).digest('base64')
    const known = answers.get(key)
    if (known && known.until > now()) return known.response
    answers.delete(key)
    for (const [oldest] of answers) {
      if (answers.size < kept.answers) break
      answers.delete(oldest)
    }
    const answer: Answer = { response: Promise.resolve(undefined), until: Infinity }
    answers.set(key, answer)
    return (answer.response = ask(authorization, topic, answer))
  }
}

/** Pub/Sub's own words, so that a missing right reads the same wherever it is noticed. */
function notAuthorized(): StatusError {
  return new StatusError('PERMISSION_DENIED', 'User not authorized to perform this action.')
}

function hasPermission({ body }: HttpResponse): boolean {
  try {
    const { permissions } = Object(JSON.parse(body)) as { permissions?: unknown }
    return Array.isArray(permissions) && permissions.includes(permission)
  } catch {
    return false
  }
}
