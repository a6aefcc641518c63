/** Delivery: the I/O of a delivery. */
import type { ExchangePorts } from './send_request.ts'

export interface DeliveryPorts extends ExchangePorts {
  wait: (ms: number) => Promise<void>
  /** Logs an error for operators. Called once each time the credentials stop working. */
  alert: (message: string) => void
}
