/** Attacks on links: event-specific fields, as JSON members, that are hard to link. */
import { limits } from '../../../schemas/limits.ts'

const largest = limits.eventBytes - 2000
/** Of one object, beside another member. */
const most = limits.membersPerObject - 1

function elements(element: string, count: number): string {
  return `[${Array<string>(count).fill(element).join(',')}]`
}

/** A list as large as an event can be. */
function largestList(element: string): string {
  return elements(element, Math.floor(largest / (Buffer.byteLength(element) + 1)))
}

function members(count: number, prefix: string, value: string): string {
  return Array.from({ length: count }, (_, index) => `"${prefix}${index.toString(36)}":${value}`).join(',')
}

function nested(depth: number, value: string): string {
  return `${'{"a":'.repeat(depth)}${value}${'}'.repeat(depth)}`
}

const wholeItem =
  '{"item_id":"a","item_name":"b","item_brand":"c","item_category":"d","price":1.5,"quantity":2}'
const brokenItem = '{"item_id":{"a":1},"price":"x","quantity":"y","item_name":7}'
const castableItem = '{"item_id":7,"price":"1","quantity":"2","item_name":7,"item_brand":7}'
const longItem = `{"item_id":"${'a'.repeat(700)}","item_name":" ${'ä'.repeat(200)}"}`

/** As large as the front door accepts: much of them is left out. */
export const largestFields: Readonly<Record<string, () => string>> = {
  'empty items': () => `"items":${largestList('{}')}`,
  'items that are numbers': () => `"items":${largestList('1')}`,
  'whole items': () => `"items":${largestList(wholeItem)}`,
  'broken items': () => `"items":${largestList(brokenItem)}`,
  'one item of one text': () => `"items":[{"item_id":"${'a'.repeat(largest - 50)}"}]`,
  'items of many members': () => `"items":${elements(`{"item_id":"a",${members(most, 'k', '1')}}`, 50)}`,
  'many fields': () => members(most, 'k', '1'),
  'fields named by numbers': () => members(most, '', '1'),
  'one text': () => `"note":"${'a'.repeat(largest)}"`,
  'one text outside ASCII': () => `"note":"${'é'.repeat(largest / 2)}"`,
  'one list of texts': () => `"note":${largestList('"aaaaaaaaaaaa"')}`,
  'a deep list': () => `"note":${nested(480, elements('1', 2_990_000))}`,
  'deep objects': () => `"note":${elements(nested(450, '1'), 2200)}`,
  'long names': () => members(1900, 'k'.repeat(3000), '1'),
  'one name': () => `"${'k'.repeat(largest)}":1`,
}

/** Within the limits of links, so that all of them is linked. */
export const linkedFields: Readonly<Record<string, () => string>> = {
  'empty items': () => `"items":${elements('{}', 4900)}`,
  'items that are numbers': () => `"items":${elements('1', 9900)}`,
  'items without a value': () => `"items":${elements('null', 9900)}`,
  'items of one broken field': () => `"items":${elements('{"price":"x"}', 4900)}`,
  'broken items': () => `"items":${elements(brokenItem, 1600)}`,
  'castable items': () => `"items":${elements(castableItem, 1600)}`,
  'long items': () => `"items":${elements(longItem, 900)}`,
  'wide items': () => `"items":${elements(`{"item_id":"a",${members(990, 'k', '"1"')}}`, 9)}`,
  'items of misnamed members': () =>
    `"items":${elements(`{"item_id":"a",${members(49, 'k é', '{"a":1}')}}`, 90)}`,
  'deep items': () => `"items":${elements(nested(480, '1'), 20)}`,
  'many fields': () => members(990, 'k', '1'),
  'misnamed fields': () => members(990, 'k é', '[1,[2,3],{"a":1,"b":2}]'),
  'wide objects': () =>
    Array.from({ length: 9 }, (_, index) => `"n${index}":{${members(990, 'k', '1')}}`).join(','),
  'objects of misnamed members': () =>
    Array.from({ length: 9 }, (_, index) => `"n${index}":{${members(990, 'é ', '{}')}}`).join(','),
  'lists of lists': () => `"note":${elements('[[1],[2]]', 1900)}`,
  'long names': () => members(300, 'k'.repeat(3000), '{"b":1}'),
  'a text': () => `"note":"${'é'.repeat(990_000)}"`,
  spaces: () => `"search_term":"${' '.repeat(990_000)}x"`,
  'escaped characters': () => `"note":"${String.raw`\u0001`.repeat(160_000)}"`,
}
