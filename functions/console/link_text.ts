/** Console: says in words what a link reads for a field. Pure. */
import type { Calculation, LinkCondition, Operand, Source } from '../../schemas/link.ts'
import { calculationIn } from '../../schemas/source_walk.ts'

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
  if ('rest' in source) {
    const { except = [] } = source.rest
    return `all other event fields${except.length > 0 ? ` except ${except.join(', ')}` : ''}`
  }
  if ('lookup' in source) return `${linkSourceText(source.key)}, looked up in ${source.lookup}`
  if ('time' in source)
    return `${linkSourceText(source.time)} as ${source.format} in ${source.time_zone ?? 'UTC'}`
  const { calculation, operands } = calculationIn(source)
  return operands.map(operandText).join(` ${signs[calculation]} `)
}

const signs: Readonly<Record<Calculation, string>> = { add: '+', subtract: '−', multiply: '×', divide: '÷' }

function operandText(operand: Operand): string {
  if (typeof operand === 'number') return String(operand)
  return typeof operand === 'string' ? operand : `(${linkSourceText(operand)})`
}

function conditionText(condition: LinkCondition): string {
  if ('and' in condition) return condition.and.map(partText).join(' and ')
  if ('or' in condition) return condition.or.map(partText).join(' or ')
  if ('not' in condition) return `not ${partText(condition.not)}`
  const { path, exists, matches, ne } = condition
  if (exists !== undefined) return `${path} is ${exists ? 'present' : 'absent'}`
  if (matches !== undefined) return `${path} matches ${matches}`
  if (ne !== undefined) return `${path} is not ${JSON.stringify(ne)}`
  for (const [name, text] of Object.entries(comparisonTexts)) {
    const operand = condition[name as keyof typeof comparisonTexts]
    if (operand !== undefined) return `${path} is ${text} ${operand}`
  }
  const values = condition.in ?? [condition.eq!]
  return `${path} is ${values.map((value) => JSON.stringify(value)).join(' or ')}`
}

const comparisonTexts = {
  gt: 'greater than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
} as const

/** A condition within another one. */
function partText(condition: LinkCondition): string {
  return 'path' in condition ? conditionText(condition) : `(${conditionText(condition)})`
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
