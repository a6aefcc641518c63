/** Connections: sends a test payload: checks it, then publishes it, and follows its events until they are stored. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import type { Failure } from '../api.ts'
import { ask } from '../ask.ts'
import { way } from '../session.ts'
import { getSignedIn, postSignedIn } from '../signed_in_api.ts'
import type { ArrivedRow } from './rows.ts'

/** One record of the response of `translate`. */
interface RecordResult {
  index: number
  row?: number
  event?: { event_name?: string }
  messageId?: string
  violations?: readonly { field: string; expected?: string; got?: string }[]
}

export interface TakenPayload {
  records: number
  accepted: number
  refused: number
  results: readonly RecordResult[]
}

/** Where the payload is. `checked` and `sent` are about exactly this text. */
export type PayloadTest =
  | { step: 'typing' }
  | { step: 'checking' | 'sending'; text: string }
  | {
      step: 'checked'
      text: string
      taken: TakenPayload
      /** The destinations that the first events would reach; undefined if that is not known. */
      reached: readonly string[] | undefined
    }
  | {
      step: 'sent'
      text: string
      taken: TakenPayload
      arrived: readonly ArrivedRow[]
      isOver: boolean
      bytes: number
    }
  | { step: 'failed'; text: string; failure: Failure }

/** Time between two looks, and for how long they go on, in ms. */
const everyMs = way.signIn === 'local' ? 1000 : 3000
const timeoutMs = 60_000

/** Events whose destinations are told before they are sent. */
const maxExplained = 5

/** Messages that are followed. */
const maxFollowed = 100

export interface PayloadTester {
  state: PayloadTest
  check: (text: string) => void
  send: (text: string) => void
}

/** `address`: `name@version`; `type`: media type of the payload. */
export function usePayloadTest(address: string, type: string): PayloadTester {
  const [state, setState] = useState<PayloadTest>({ step: 'typing' })
  const latest = useRef(0)
  useEffect(() => {
    setState({ step: 'typing' })
    return () => {
      latest.current++
    }
  }, [address])

  const post = async (text: string, search: string): Promise<TakenPayload | Failure> => {
    const result = await getSignedIn<TakenPayload>(`/v1/console/translators/${address}${search}`, {
      post: { body: text, type },
    })
    if (result.ok) return result.body
    const { failure } = result
    // A response that refuses all records says why in its results.
    const body = failure.kind === 'failed' ? (failure.body as Partial<TakenPayload> | undefined) : undefined
    return Array.isArray(body?.results) ? (body as TakenPayload) : failure
  }

  const check = async (text: string): Promise<void> => {
    const number = ++latest.current
    setState({ step: 'checking', text })
    const taken = await post(text, '?validateOnly=true')
    const reached = 'kind' in taken ? undefined : await destinationsOf(taken)
    if (number !== latest.current) return
    setState(
      'kind' in taken ? { step: 'failed', text, failure: taken } : { step: 'checked', text, taken, reached },
    )
  }

  const send = async (text: string): Promise<void> => {
    const number = ++latest.current
    setState({ step: 'sending', text })
    const since = new Date(Date.now() - 60_000).toISOString()
    const taken = await post(text, '')
    if (number !== latest.current) return
    if ('kind' in taken) return setState({ step: 'failed', text, failure: taken })
    const ids = taken.results.flatMap(({ messageId }) => messageId ?? []).slice(0, maxFollowed)
    const deadline = Date.now() + timeoutMs
    let bytes = 0
    for (let arrived: readonly ArrivedRow[] = []; ;) {
      const isOver = arrived.length >= ids.length || Date.now() > deadline
      setState({ step: 'sent', text, taken, arrived, isOver, bytes })
      if (isOver) return
      await new Promise((resolve) => setTimeout(resolve, everyMs))
      const answer = await ask<ArrivedRow>('arrived_messages', { since, ids })
      if (number !== latest.current) return
      if (!answer.ok) return setState({ step: 'failed', text, failure: answer.failure })
      arrived = answer.body.rows
      bytes += answer.body.bytes
    }
  }
  return { state, check: (text) => void check(text), send: (text) => void send(text) }
}

/** Every destination that the first events would reach, by the code that decides. */
async function destinationsOf({ results }: TakenPayload): Promise<readonly string[] | undefined> {
  const events = results.flatMap(({ event }) => event ?? []).slice(0, maxExplained)
  if (events.length === 0) return []
  const explained = await postSignedIn<{ results: readonly { destinations: readonly DeliveryPreview[] }[] }>(
    '/v1/console/explain',
    { events },
  )
  if (!explained.ok) return undefined
  const reached = explained.body.results.flatMap(({ destinations }) =>
    destinations.filter(({ permitted }) => permitted).map(({ destination }) => destination),
  )
  return [...new Set(reached)].toSorted()
}
