/** Faults: injects the failures of BigQuery on demand, so that retries can be tested. */
import { ApiError, isReason } from '../warehouse/api_error.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { checkShape, faultsShape } from './body_shape.ts'
import { jsonBody, type RestResponse, type RestRequest } from './request.ts'

const operations = ['insertAll', 'query', 'load', 'tables', 'datasets'] as const
export type Operation = (typeof operations)[number]

/** A fault of an operation. */
interface Strike {
  /** The HTTP status of the response. Without it, the fault only delays. */
  status?: number
  reason?: string
  message?: string
  /** Remaining number of requests that it affects. null: until it is removed. */
  times?: number | null
  /** Duration of the fault. */
  seconds?: number
  delayMs?: number
}

/** A kind of fault: its name in `/faults` and its effect. */
export interface FaultKind {
  name: string
  members: readonly string[]
  effect: string
}

const strikeMembers = ['status', 'reason', 'message', 'times', 'seconds', 'delayMs']
const lagMembers = ['calls', 'seconds']

/** All kinds of faults. Used for validation and by the documentation. */
export const faultKinds: readonly FaultKind[] = [
  ...operations.map((name) => ({
    name,
    members: strikeMembers,
    effect: `answers \`${name}\` requests with the status, after the delay; with \`delayMs\` alone it only delays`,
  })),
  {
    name: 'unknownTable',
    members: lagMembers,
    effect:
      'answers `insertAll` to a table created since with 404 `notFound`, for so many seconds or calls after its creation',
  },
  {
    name: 'unknownField',
    members: lagMembers,
    effect:
      'answers `insertAll` rows with `no such field`, for so many seconds or calls after a column was added to the table',
  },
  {
    name: 'streamingBuffer',
    members: ['seconds'],
    effect:
      'refuses UPDATE, DELETE, MERGE and TRUNCATE that would change rows streamed since it was switched on, and so lately; copy jobs leave such rows out',
  },
]

/** `POST /faults {"insertAll": {"status": 503, "times": 2}}`, `GET /faults`, `DELETE /faults`. */
export class Faults {
  readonly #strikes = new Map<Operation, { fault: Strike; until: number }>()
  readonly #warehouse: Warehouse

  constructor(warehouse: Warehouse) {
    this.#warehouse = warehouse
  }

  async strike(operation: Operation): Promise<void> {
    const { fault, until = 0 } = this.#strikes.get(operation) ?? {}
    if (!fault) return
    if (Date.now() >= until) {
      this.#strikes.delete(operation)
      return
    }
    if (typeof fault.times === 'number' && --fault.times <= 0) this.#strikes.delete(operation)
    const { delayMs, status, reason = reasonOf(status), message = `Injected fault: ${reason}` } = fault
    if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (status !== undefined)
      throw new ApiError(isReason(reason) ? reason : 'backendError', message, undefined, status)
  }

  handle(request: RestRequest): RestResponse {
    const { propagation, streamingBuffer } = this.#warehouse
    if (request.method === 'DELETE') {
      this.#strikes.clear()
      propagation.unknownTable = undefined
      propagation.unknownField = undefined
      streamingBuffer.seconds = undefined
    } else if (request.method === 'POST')
      for (const [name, fault] of readFaults(jsonBody(request, faultsShape))) {
        if (name === 'unknownTable' || name === 'unknownField')
          propagation[name] = { ...fault, sinceMs: Date.now() }
        else if (name === 'streamingBuffer') streamingBuffer.seconds = fault['seconds'] as number
        else {
          const strike: Strike = fault
          const until = strike.seconds === undefined ? Infinity : Date.now() + strike.seconds * 1000
          this.#strikes.set(name as Operation, { fault: { times: null, ...strike }, until })
        }
      }
    const { unknownTable, unknownField } = propagation
    const { seconds } = streamingBuffer
    return {
      json: {
        ...Object.fromEntries([...this.#strikes].map(([name, { fault }]) => [name, fault])),
        ...(unknownTable ? { unknownTable } : {}),
        ...(unknownField ? { unknownField } : {}),
        ...(seconds === undefined ? {} : { streamingBuffer: { seconds } }),
      },
    }
  }
}

function reasonOf(status: number | undefined): string {
  return status === 429 ? 'rateLimitExceeded' : 'backendError'
}

/** Returns the faults of a body. Throws for an unknown fault or member. */
function readFaults(body: unknown): [name: string, fault: Record<string, unknown>][] {
  const faults = Object.entries(body as Record<string, Record<string, unknown>>)
  for (const [name, fault] of faults) {
    const kind = faultKinds.find((known) => known.name === name)
    if (!kind)
      throw new ApiError(
        'invalid',
        `Unknown fault ${name}; known are ${faultKinds.map((known) => known.name).join(', ')}`,
      )
    checkShape(fault, {}, name)
    const unknown = Object.keys(fault).find((member) => !kind.members.includes(member))
    if (unknown !== undefined)
      throw new ApiError(
        'invalid',
        `Fault ${name} has no member ${unknown}; it has ${kind.members.join(', ')}`,
      )
  }
  return faults
}
