/** Translation tests: all payloads. */
import { otherPayloads } from './others.ts'
import { trackPayloads } from './tracks.ts'
import type { Payloads } from './payload.ts'
import { paymentPayloads } from './payments.ts'
import { shopAndCrmPayloads } from './shops_crm.ts'
import { trapPayloads } from './traps.ts'

export const payloads: Payloads = {
  ...paymentPayloads,
  ...shopAndCrmPayloads,
  ...otherPayloads,
  ...trackPayloads,
  ...trapPayloads,
}
