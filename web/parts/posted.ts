/** Console: sends a request for a part of a page when somebody asks for it, and keeps its latest answer. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Failure } from '../api.ts'
import { postSignedIn } from '../signed_in_api.ts'

export interface Posted<Body> {
  /** The latest answer; undefined before, while another one is awaited, and after a failure. */
  body: Body | undefined
  /** When it was answered. */
  at: Date | undefined
  failure: Failure | undefined
  isLoading: boolean
  /** `done` is called after an answer that is no failure. */
  send: (request: object, done?: () => void) => void
  clear: () => void
}

const nothing = { body: undefined, at: undefined, failure: undefined, isLoading: false } as const

/** Returns the state of the latest request, which alone counts. */
export function usePosted<Body>(path: string): Posted<Body> {
  const [state, setState] = useState<Omit<Posted<Body>, 'send' | 'clear'>>(nothing)
  const latest = useRef(0)
  useEffect(
    () => () => {
      latest.current++
    },
    [],
  )
  const send = async (request: object, done?: () => void): Promise<void> => {
    const number = ++latest.current
    setState({ ...nothing, isLoading: true })
    const result = await postSignedIn<Body>(path, request)
    if (number !== latest.current) return
    setState(
      result.ok ? { ...nothing, body: result.body, at: new Date() } : { ...nothing, failure: result.failure },
    )
    if (result.ok) done?.()
  }
  return {
    ...state,
    send: (request, done) => void send(request, done),
    clear: () => {
      latest.current++
      setState(nothing)
    },
  }
}
