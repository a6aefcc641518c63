/** Target layer: how Meta learns that the use of a person's data is limited, for events and for members of an audience.
 * https://developers.facebook.com/docs/marketing-apis/data-processing-options */
import type { Link, Source } from '../../schemas/link.ts'

const states = {
  'US-CA': 1000,
  'US-CO': 1001,
  'US-CT': 1002,
  'US-FL': 1003,
  'US-OR': 1004,
  'US-TX': 1005,
  'US-MT': 1006,
  'US-DE': 1007,
  'US-NE': 1008,
  'US-NH': 1009,
  'US-NJ': 1010,
} as const

const countries = Object.fromEntries(Object.keys(states).map((state) => [state, 1]))

/** The state in which limited data use applies; for 0, Meta determines it. */
function byState(values: Readonly<Record<string, number>>): Source {
  return {
    when: { path: 'limited_data_use', eq: true },
    then: {
      first: [
        { from: 'consent.region', values },
        { template: '{country|upper}-{region|upper}', values },
      ],
      default: 0,
    },
  }
}

export const metaDataUse: Link = {
  data_processing_options: { list: [{ from: 'limited_data_use', values: { true: 'LDU' } }] },
  data_processing_options_country: byState(countries),
  data_processing_options_state: byState(states),
}
