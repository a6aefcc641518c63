/** Console: asks a question for a page, and shows every state of it: loading, rows, nothing, no rights, too much to read, failed. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiResult, Failure } from '../api.ts'
import { ask, type Answer, type AskValues } from '../ask.ts'
import { forgetWhenSignedOut } from '../signed_in_api.ts'
import { session, way } from '../session.ts'
import { FailureMessage } from './failure.tsx'
import { bytes as bytesText, clockTime } from './format.ts'
import { Skeleton } from './skeleton.tsx'

/** A question that a page has asked. */
export interface AskedQuestion<Row> {
  /** The latest answer. It stays while it is asked again, and when that fails. */
  answer: (Answer<Row> & { at: Date }) | undefined
  failure: Failure | undefined
  isLoading: boolean
  /** Asks again. `maxBytes` allows to read more than a GiB. */
  again: (maxBytes?: number) => void
}

interface Kept {
  answer: Answer<unknown> & { at: Date }
}

/** Answers by question and values, so that Back shows them at once and costs nothing. */
const kept = signal<ReadonlyMap<string, Kept> | undefined>(undefined)
const maxKept = 50

forgetWhenSignedOut(kept)

function keep(key: string, entry: Kept): void {
  const entries = [...(kept.peek() ?? [])].filter(([other]) => other !== key)
  kept.value = new Map([...entries.slice(-maxKept + 1), [key, entry]])
}

/** The requests that have no answer yet: parts of a page that ask the same share one. */
const pending = new Map<string, Promise<unknown>>()

function askOnce<Row>(
  key: string,
  request: () => Promise<ApiResult<Answer<Row>>>,
): Promise<ApiResult<Answer<Row>>> {
  const shared = pending.get(key) as Promise<ApiResult<Answer<Row>>> | undefined
  if (shared) return shared
  const made = request().finally(() => pending.delete(key))
  pending.set(key, made)
  return made
}

/** Asks a question, and again when its values change. Without values it waits, and until somebody has signed in. */
export function useQuestion<Row>(name: string, values: AskValues | undefined): AskedQuestion<Row> {
  const key = session.value.kind === 'signed in' && values ? JSON.stringify([name, values]) : undefined
  const [state, setState] = useState<{ key?: string | undefined; failure?: Failure; isLoading: boolean }>({
    isLoading: false,
  })
  /** Only the latest request counts. */
  const latest = useRef(0)
  const read = async (maxBytes?: number): Promise<void> => {
    if (key === undefined) return
    const request = ++latest.current
    setState({ key, isLoading: true })
    const result = await askOnce(`${key} ${maxBytes}`, () => ask<Row>(name, values!, { maxBytes }))
    if (request !== latest.current) return
    if (result.ok) keep(key, { answer: { ...result.body, at: new Date() } })
    setState({ key, isLoading: false, ...(!result.ok && { failure: result.failure }) })
  }
  useEffect(() => {
    if (key !== undefined && !kept.peek()?.has(key)) void read()
    return () => {
      latest.current++
    }
  }, [key])
  const entry = key === undefined ? undefined : kept.value?.get(key)
  const isCurrent = state.key === key
  return {
    answer: entry?.answer as AskedQuestion<Row>['answer'],
    failure: isCurrent ? state.failure : undefined,
    isLoading: isCurrent ? state.isLoading : values !== undefined && entry === undefined,
    again: (maxBytes) => void read(maxBytes),
  }
}

interface AnsweredProps<Row> {
  asked: AskedQuestion<Row>
  /** What is read, for messages: `these events`. */
  what: string
  /** Shown instead of no rows. */
  empty: ComponentChildren
  children: (rows: readonly Row[]) => ComponentChildren
}

export function Answered<Row>({ asked, what, empty, children }: AnsweredProps<Row>) {
  const { answer, failure, isLoading, again } = asked
  return (
    <div class="answered" aria-busy={isLoading}>
      {failure &&
        (failure.kind === 'too much' ? (
          <TooMuch message={failure.message} again={again} />
        ) : (
          <FailureMessage failure={failure} what={what} again={() => again()} />
        ))}
      {answer ? (
        <>
          {answer.rows.length === 0 ? empty : children(answer.rows)}
          <Cost bytes={answer.bytes} at={answer.at} again={() => again()} />
        </>
      ) : (
        !failure && <Skeleton />
      )}
    </div>
  )
}

/** The most that a question may read: what the server allows. */
const mostBytes = 20 * 1024 ** 3

/** Offers to read more than a GiB. */
export function TooMuch({ message, again }: { message: string; again: (maxBytes: number) => void }) {
  return (
    <section class="panel message" role="alert">
      <p>{message}</p>
      <div class="actions">
        <button type="button" onClick={() => again(mostBytes)}>
          Read up to {bytesText(mostBytes)}
        </button>
      </div>
    </section>
  )
}

interface CostProps {
  bytes: number
  at: Date
  again?: () => void
}

/** Says what BigQuery has read, and when. */
export function Cost({ bytes, at, again }: CostProps) {
  return (
    <p class="cost muted">
      Read {bytesText(bytes)} at {clockTime(at)}.{way.signIn === 'local' && ' Nothing is billed here.'}{' '}
      {again && (
        <button type="button" class="quiet" onClick={again}>
          Read again
        </button>
      )}
    </p>
  )
}
