/** Target layer: reads the error codes and the ids of an error from a response. They survive the redaction of its message. Pure. */
import type { HttpResponse } from '../net/http.ts'
import type { ErrorCodes } from '../privacy/redaction/excerpt.ts'

/** Members of the vendors' errors: their codes, and the ids that their support asks for. */
const names = new Set(
  (
    'code error_code errorcode error_subcode subcode serviceerrorcode status statuscode type subtype category subcategory reason ' +
    'fbtrace_id request_id requestid correlationid trace_id traceid logid id'
  ).split(' '),
)

/** Members that a body of an event would not have within `error`. */
const codes = new Set('code error_code error_subcode subcode status'.split(' '))

/** Maximum number of ids, and depth and size of the objects that are read. */
const maximum = { ids: 20, depth: 5, members: 100 }

/** Returns the codes of a response whose body is JSON, without repetition; none without a response. `numbers`: numbers of up to eight digits in member `error`. */
export function errorCodesOf({ body }: Pick<HttpResponse, 'body'> = { body: '' }): ErrorCodes {
  const ids = new Set<string>()
  const numbers = new Set<string>()
  const collect = (value: unknown, depth: number, parent = ''): void => {
    if (typeof value !== 'object' || value === null || depth > maximum.depth) return
    for (const [name, member] of Object.entries(value).slice(0, maximum.members)) {
      const text = typeof member === 'number' || typeof member === 'string' ? String(member) : ''
      if (parent === 'error' && typeof member === 'number' && codes.has(name) && /^\d{1,8}$/.test(text))
        numbers.add(text)
      else if (text !== '' && names.has(name.toLowerCase())) ids.add(text)
      else collect(member, depth + 1, name)
      if (ids.size >= maximum.ids) return
    }
  }
  if (/^\s*[{[]/.test(body))
    try {
      collect(JSON.parse(body), 0)
    } catch {}
  return { ids: [...ids], numbers: [...numbers] }
}
