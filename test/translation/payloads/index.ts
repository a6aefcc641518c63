/** Translation tests: all payloads. */
import { acquirerPayloads } from './acquirers.ts'
import { otherPayloads } from './others.ts'
import { trackPayloads } from './tracks.ts'
import type { Payloads } from './payload.ts'
import { paymentPayloads } from './payments.ts'
import { shopAndCrmPayloads } from './shops_crm.ts'
import { trapPayloads } from './traps.ts'
import { valuePayloads } from './values.ts'

export const payloads: Payloads = {
  ...paymentPayloads,
  ...acquirerPayloads,
  ...shopAndCrmPayloads,
  ...otherPayloads,
  ...trackPayloads,
  ...trapPayloads,
  ...valuePayloads,
}
