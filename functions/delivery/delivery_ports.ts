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
  /** Logs an error for operators. Called once each time the credentials stop working. */
  alert: (message: string, exampleEventId: string) => void
}
