/** Privacy: reads the opt-outs of a GPP string, in which a consent banner of the IAB's Global Privacy Platform stores a person's choices, one
 * section for each law. Pure.
 * https://github.com/InteractiveAdvertisingBureau/Global-Privacy-Platform/blob/main/Core/Consent%20String%20Specification.md */
import * as iab from '@iabgpp/cmpapi'
import type { ConsentSignal } from '../../schemas/link.ts'
import { bitAt, numberAt } from './bits.ts'
import { deniedByTcf } from './tcf.ts'

/** What a GPP string says about advertising. */
export interface GppChoices {
  /** True if a section says that the person has opted out of sale, sharing or targeted advertising. */
  isOptOut: boolean
  /** The signals that its TCF sections deny. */
  denied: readonly ConsentSignal[]
}

/** The sections of the United States that the IAB's library knows. */
const usSections = [
  [iab.UsNat, iab.UsCa, iab.UsVa, iab.UsCo, iab.UsUt, iab.UsCt, iab.UsFl, iab.UsMt, iab.UsOr, iab.UsTx],
  [iab.UsDe, iab.UsIa, iab.UsNe, iab.UsNh, iab.UsNj, iab.UsTn, iab.UsMn, iab.UsMd, iab.UsIn, iab.UsKy],
  [iab.UsRi],
].flat()
const usSectionById = new Map(usSections.map((section) => [section.ID, section]))

const optOutFields = ['SaleOptOut', 'SharingOptOut', 'TargetedAdvertisingOptOut'] as const
/** Values of these fields: 0 not applicable, 1 opted out, 2 did not opt out. */
const notOptedOut: ReadonlySet<unknown> = new Set([0, 2])

/** Returns what all sections of a GPP string say, whichever apply; undefined if one cannot be read. */
export function readGpp(text: string): GppChoices | undefined {
  const [header = '', ...sections] = text.split('~')
  const ids = sectionIds(header, sections.length)
  if (ids?.length !== sections.length) return undefined
  let isOptOut = false
  const denied = new Set<ConsentSignal>()
  for (const [index, section] of sections.entries()) {
    const choices = readSection(ids[index]!, section)
    if (!choices) return undefined
    isOptOut ||= choices.isOptOut
    for (const signal of choices.denied) denied.add(signal)
  }
  return { isOptOut, denied: [...denied] }
}

/** Maximum number of bits of a section id in the Fibonacci coding; the largest id has 8. */
const maxIdBits = 24

/** Returns the ids that the header lists, at most `maximum`; undefined if it lists more or cannot be read. The IAB's library expands a range
 * of ids of any length: a header of 11 characters takes it a second, one of 15 all memory. */
function sectionIds(header: string, maximum: number): readonly number[] | undefined {
  if (numberAt(header, 0, 6) !== 3 || numberAt(header, 6, 6) !== 1) return undefined
  const ids: number[] = []
  let at = 24
  const next = (): number | undefined => {
    let [sum, previous, weight] = [0, 1, 1]
    for (let bits = 0, last = 0; bits < maxIdBits; bits++) {
      const bit = bitAt(header, at++)
      if (bit === undefined || (bit === 1 && last === 1)) return bit && sum
      sum += bit * weight
      ;[previous, weight, last] = [weight, previous + weight, bit]
    }
    return undefined
  }
  for (let entries = numberAt(header, 12, 12) ?? Infinity; entries > 0; entries--) {
    const isRange = bitAt(header, at++) === 1
    const start = next()
    const more = isRange ? next() : 0
    if (start === undefined || more === undefined || ids.length + more >= maximum) return undefined
    const first = (ids.at(-1) ?? 0) + start
    for (let id = first; id <= first + more; id++) ids.push(id)
  }
  return ids
}

function readSection(id: number, text: string): GppChoices | undefined {
  if (id === iab.TcfEuV2.ID || id === iab.TcfCaV1.ID) {
    const denied = deniedByTcf(text, id === iab.TcfEuV2.ID ? 'europe' : 'canada')
    return denied && { isOptOut: false, denied }
  }
  const isOptOut = id === iab.UspV1.ID ? isOptOutOfUsp(text) : isOptOutOfUs(id, text)
  return isOptOut === undefined ? undefined : { isOptOut, denied: [] }
}

/** The third of four characters tells the opt-out of sale.
 * https://github.com/InteractiveAdvertisingBureau/USPrivacy/blob/master/CCPA/US%20Privacy%20String.md */
function isOptOutOfUsp(text: string): boolean | undefined {
  return /^1[YN-]{3}$/.test(text) ? text[2] === 'Y' : undefined
}

/** Sections have fields of fixed length only, so decoding one costs little, whatever it holds. */
function isOptOutOfUs(id: number, text: string): boolean | undefined {
  const Section = usSectionById.get(id)
  // Each section starts with its version. A later one may have other fields.
  if (!Section || !/^[\w-]+(\.[\w-]+)*$/.test(text) || numberAt(text, 0, 6)! > Section.VERSION)
    return undefined
  try {
    const section = new Section(text)
    const fields = optOutFields.filter((field) => section.hasField(field))
    const isOptOut = fields.some((field) => !notOptedOut.has(section.getFieldValue(field)))
    return isOptOut || (section.hasField('Gpc') && section.getFieldValue('Gpc') === true)
  } catch {
    return undefined
  }
}
