/** Event bus: cuts the list of event types into pages, as APIs of Google do. https://google.aip.dev/158 */
import { hash } from 'node:crypto'
import { invalidParameter } from './options.ts'

/** Elements of a page, by default and at most. */
const maxPageSize = 1000

export interface PageAsked {
  pageSize: number
  /** Empty for the first page. */
  pageToken: string
}

export const firstPage: PageAsked = { pageSize: maxPageSize, pageToken: '' }

/** Reads `pageSize`. 0 stands for the default, and more than the maximum for the maximum. */
export function readPageSize(value: string): number {
  if (!/^[0-9]{1,9}$/.test(value)) throw invalidParameter('pageSize', 'an integer from 0 to 1000')
  const size = Number(value)
  return size === 0 ? maxPageSize : Math.min(size, maxPageSize)
}

interface Page<Element> {
  elements: readonly Element[]
  /** Undefined on the last page. */
  nextPageToken?: string
}

/** Returns a page of the list. Its token names the last element, so that an element that is added or removed in between moves no other one to
 * another page. `scope` is what else chooses the elements: a token is valid for requests with the same one.
 * Throws for a token that is not one of this list. */
export function pageOf<Element extends { name: string }>(
  all: readonly Element[],
  { pageSize, pageToken }: PageAsked,
  scope: string,
): Page<Element> {
  const digest = hash('sha256', scope).slice(0, 16)
  const start = pageToken === '' ? 0 : all.findIndex(({ name }) => pageToken === tokenOf(name, digest)) + 1
  if (pageToken !== '' && start === 0)
    throw invalidParameter('pageToken', 'the nextPageToken of a request with the same names')
  const elements = all.slice(start, start + pageSize)
  const isLast = start + pageSize >= all.length
  return { elements, ...(!isLast && { nextPageToken: tokenOf(elements.at(-1)!.name, digest) }) }
}

function tokenOf(name: string, digest: string): string {
  return Buffer.from(`${digest}/${name}`).toString('base64url')
}
