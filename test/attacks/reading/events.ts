/** Attacks on reading: events with as many members and values as they may have, and with more, and consent strings that are hard to read. */
import { limits } from '../../../schemas/limits.ts'

const most = limits.membersPerObject
const longName = 'k'.repeat(200)

function members(count: number, prefix: string, value = '1'): string {
  return Array.from({ length: count }, (_, index) => `"${prefix}${index.toString(36)}":${value}`).join(',')
}

/** All of them are read. */
export const wideEvents: Readonly<Record<string, () => string>> = {
  'fields beside the context': () => `{"event_name":"purchase",${members(most - 1, 'k')}}`,
  'fields of long names beside the context': () =>
    `{"event_name":"purchase",${members(most - 1, longName, `"${longName}"`)}}`,
  'fields named by numbers beside the context': () => `{"event_name":"purchase",${members(most - 1, '')}}`,
  'fields beside and nested': () =>
    `{"event_name":"purchase",${members(most - 2, 'k')},"event_data":{${members(most, 'n')}}}`,
  'fields given twice': () =>
    `{"event_name":"purchase",${members(most - 2, 'k')},"event_data":{${members(most, 'k')}}}`,
  'one field given again and again': () =>
    `{"event_name":"purchase",${Array<string>(most - 1)
      .fill('"a":1')
      .join(',')}}`,
  'objects of as many members each': () =>
    `{"event_name":"purchase",${Array.from({ length: 19 }, (_, at) => `"o${at}":{${members(most, 'k')}}`).join(',')}}`,
  'items of as many members each': () =>
    `{"event_name":"purchase","items":[${Array<string>(19)
      .fill(`{${members(most, 'k')}}`)
      .join(',')}]}`,
  'context fields of wrong types': () =>
    `{"event_name":"purchase","user_id":{${members(most, 'k')}},"email":[${Array<string>(170_000).fill('1').join(',')}],"consent":{${members(most, 'k')}}}`,
  'empty objects': () => `{"event_name":"purchase","items":[${'{},'.repeat(99_000)}{}]}`,
  'objects of one member each': () =>
    `{"event_name":"purchase","items":[${Array.from({ length: 99_000 }, (_, at) => `{${members(1, `k${at}`)}}`).join(',')}]}`,
}

/** Quarantined by their text alone. */
export const tooWide: Readonly<Record<string, () => string>> = {
  'fields beside the context': () => `{"event_name":"purchase",${members(500_000, 'k')}}`,
  'fields named by numbers': () => `{"event_name":"purchase","event_data":{${members(500_000, '')}}}`,
  'one member more than the limit, last': () =>
    `{"event_name":"purchase","event_data":{"a":[${Array<string>(180_000).fill('1').join(',')}],"b":{${members(most + 1, 'k')}}}}`,
  'one field given again and again': () =>
    `{"event_name":"purchase",${Array<string>(most).fill('"a":1').join(',')}}`,
}

/** Quarantined by their text alone. */
export const tooManyValues: Readonly<Record<string, () => string>> = {
  numbers: () => `{"event_name":"purchase","items":[${'0,'.repeat(2_900_000)}0]}`,
  'empty objects': () => `{"event_name":"purchase","items":[${'{},'.repeat(1_900_000)}{}]}`,
  'empty lists in objects': () => `{"event_name":"purchase","items":[${'{"a":[]},'.repeat(600_000)}{}]}`,
  'one more than the limit, last': () =>
    `{"event_name":"purchase","note":"${',['.repeat(2_000_000)}","items":[${'0,'.repeat(limits.valuesPerEvent)}0]}`,
}

/** Consent strings as long as the context field accepts, 8192 characters. */
export const consentStrings: Readonly<Record<string, object>> = {
  'a TC string of one letter': { tcf_string: `C${'Q'.repeat(8191)}` },
  'a TC string of many segments': { tcf_string: 'CQ.'.repeat(2730).slice(0, -1) },
  'a GPP string of one letter': { gpp_string: `D${'B'.repeat(8191)}` },
  'a GPP string of many sections': { gpp_string: `DBABrw~${'BVQVAAAAAACA~'.repeat(620)}BVQ` },
  'a GPP string of one long section': { gpp_string: `DBABBg~${'BUoAAABA.'.repeat(900)}QA` },
  'a GPP header of one range': { gpp_string: `DBAB${'_'.repeat(4000)}~${'~'.repeat(4000)}` },
}
