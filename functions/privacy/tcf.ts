/** Privacy: reads the purposes of a TC string, in which a consent banner of the IAB's Transparency and Consent Framework stores the choices of a
 * person in Europe or Canada. Pure.
 *
 * Reads 24 or 48 bits. The IAB's libraries expand every range of vendors, also the thousands of overlapping ones of a hostile string. */
import type { ConsentSignal } from '../../schemas/link.ts'
import { bitAt, numberAt } from './bits.ts'

/** Where the core segment of a TC string lists the purposes: the lists' first bits. A purpose is granted if it is in one of them.
 * https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework/blob/master/TCFv2/IAB%20Tech%20Lab%20-%20Consent%20string%20and%20vendor%20list%20formats%20v2.md#the-core-string
 * https://github.com/InteractiveAdvertisingBureau/Global-Privacy-Platform/blob/main/Sections/TCFCA/GPPExtension%3A%20IAB%20Canada%20TCF.md */
const layouts = {
  /** PurposesConsent. A legitimate interest is no consent. */
  europe: { version: 2, purposes: [152] },
  /** PurposesExpressConsent and PurposesImpliedConsent. */
  canada: { version: 1, purposes: [151, 175] },
} as const

/** The purposes that each signal needs: Google's mapping of TCF to consent mode.
 * https://developers.google.com/tag-platform/security/guides/implement-TCF-strings */
const purposesOf: Readonly<Partial<Record<ConsentSignal, readonly number[]>>> = {
  ad_storage: [1],
  ad_user_data: [1, 7],
  ad_personalization: [3, 4],
}

const form = /^[\w-]+(\.[\w-]+)*$/

/** Returns the signals that a TC string denies; undefined if it cannot be read. */
export function deniedByTcf(
  text: string,
  where: keyof typeof layouts = 'europe',
): readonly ConsentSignal[] | undefined {
  const { version, purposes } = layouts[where]
  if (!form.test(text) || numberAt(text, 0, 6) !== version) return undefined
  const [core = ''] = text.split('.', 1)
  if (bitAt(core, purposes.at(-1)! + 23) === undefined) return undefined
  const isGranted = (purpose: number): boolean =>
    purposes.some((first) => bitAt(core, first + purpose - 1) === 1)
  return (Object.entries(purposesOf) as [ConsentSignal, readonly number[]][])
    .filter(([, needed]) => !needed.every(isGranted))
    .map(([signal]) => signal)
}
