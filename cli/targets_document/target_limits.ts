/** docs/targets.md: describes the limits of a target, as its declaration says. */
import type { Target, TimeWindow } from '../../functions/targets/target.ts'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `7 days`, in the largest unit in which the number is whole. */
export function durationText(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds % each === 0) ?? ['second', 1]
  const count = seconds / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export function bytesText(bytes: number): string {
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1000} KB`
}

export function batchText({ batch: { maxItems, key } }: Target): string {
  return `${maxItems.toLocaleString('en-US')}${key ? ', of one group' : ''}`
}

export function futureText({ time }: Target): string {
  return time ? `${durationText(time.maxFuture)} ahead` : 'any'
}

/** The maximum age, by the values of the field on which it depends. A value that the vendor does not document is marked as assumed. */
export function ageText(target: Target): string {
  if (!target.time) return 'any'
  const { maxAge, assumed } = target.time
  if (typeof maxAge === 'function') return byField(target, maxAge)
  if (!Number.isFinite(maxAge)) return 'any'
  return assumed
    ? `${durationText(maxAge)}, assumed: setting ${assumedSetting(target)}`
    : durationText(maxAge)
}

/** The setting that changes an assumed age, with its name in code. */
function assumedSetting({ name, settings }: Target): string {
  if (!('max_age_days' in settings.properties))
    throw new Error(`Target ${name} assumes its time window and has no setting max_age_days.`)
  return '`max_age_days`'
}

/** `7 days; 62 days if action_source is physical_store` */
function byField({ fields, name }: Target, maxAge: Exclude<TimeWindow['maxAge'], number>): string {
  const read = new Set<string>()
  const usual = maxAge(
    new Proxy<Record<string, unknown>>({}, { get: (_, field) => void read.add(String(field)) }),
  )
  const others = [...read].flatMap((field) => {
    const { enum: values } = (fields?.properties[field] ?? {}) as { enum?: readonly string[] }
    if (!values) throw new Error(`The time window of ${name} depends on ${field}, which lists no values.`)
    return values
      .map((value) => [value, maxAge({ [field]: value })] as const)
      .filter(([, age]) => age !== usual)
      .map(([value, age]) => `; ${durationText(age)} if \`${field}\` is \`${value}\``)
  })
  return durationText(usual) + others.join('')
}
