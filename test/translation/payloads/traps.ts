/** Translation tests: payloads whose values have two readings, and texts that hold a payload in another form. */
import { form, iso, json, type Payloads } from './payload.ts'

const csv = { format: 'csv', delimiter: ',', header: true } as const

export const trapPayloads: Payloads = {}
