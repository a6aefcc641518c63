/** Delivery: the I/O of a delivery. */
import type { ExchangePorts } from './send_request.ts'
import type { Share } from './rate.ts'
import type { WaitingRoom } from './waiting_room.ts'

export interface DeliveryPorts extends ExchangePorts {
  wait: (ms: number) => Promise<void>
  /** The places for waiting events, shared with the other destinations of the instance. */
  room: WaitingRoom
  /** Returns what the instance may send to the destination, whose rate is limited; undefined while it may send nothing. */
  share: () => Share | undefined
  /** Called with the time in ms since 1970 until which the destination takes no requests, each time it pauses. Default: nothing. */
  paused?: (until: number) => void
  /** Logs an error for operators. Called once each time the credentials stop working. */
  alert: (message: string, exampleEventId: string) => void
}
