/** Console: says in words what a link reads for a field. Pure. */
import type { Source } from '../../schemas/link.ts'

/** Returns what a source reads: `email`, `fbc, else fbclid`, `item_id of each of items`. */
export function linkSourceText(source: Source): string {
  if (typeof source === 'string') return source
  const text = formText(source)
  const { default: otherwise } = source
  return otherwise === undefined ? text : `${text}, else ${JSON.stringify(otherwise)}`
}

function formText(source: Exclude<Source, string>): string {
  if ('const' in source) return `always ${JSON.stringify(source.const)}`
  if ('from' in source) return source.from
  if ('first' in source) return source.first.map(linkSourceText).join(', else ')
  if ('template' in source) return source.template
  if ('each' in source) return `for each of ${source.each}: ${Object.keys(source.map).join(', ')}`
  if ('list' in source) return `a list of ${source.list.map(linkSourceText).join(', ')}`
  if ('pluck' in source) return `${source.pluck}, of each element`
  if ('sum' in source)
    return `the sum of ${source.sum}${source.times === undefined ? '' : ` times ${source.times}`}`
  if ('count' in source) return `the number of ${source.count}`
  if ('object' in source) return `an object with ${Object.keys(source.object).join(', ')}`
  if ('when' in source) {
    const { when, then, else: other } = source
    return `${linkSourceText(then)} if ${conditionText(when)}${other === undefined ? '' : `, else ${linkSourceText(other)}`}`
  }
  const { except = [] } = source.rest
  return `all other event fields${except.length > 0 ? ` except ${except.join(', ')}` : ''}`
}

function conditionText(when: Extract<Source, { when: unknown }>['when']): string {
  if (when.exists !== undefined) return `${when.path} is ${when.exists ? 'present' : 'absent'}`
  const values = when.in ?? [when.eq!]
  return `${when.path} is ${values.map((value) => JSON.stringify(value)).join(' or ')}`
}

/** Returns how a source changes its value: `as seconds, only with ad_storage`. */
export function changeText(source: Source): string {
  if (typeof source === 'string') return ''
  const { as, values, consent } = source
  return [
    ...(as === undefined ? [] : [`as ${as}`]),
    ...(values === undefined ? [] : ['translated']),
    ...(consent === undefined ? [] : [`only with ${consent}`]),
  ].join(', ')
}
