/** Function: the environment variables that several functions share, from the settings. */
import type { Settings } from '../settings/index.ts'

type Used = Pick<
  Settings,
  'project' | 'dataset' | 'destinations' | 'consentDefaults' | 'allowedOrigins' | 'derivedFields'
>

/** `deciding`: of functions that decide about events; `endpoint`: of those that producers call; `deriving`: of those that read events of producers. */
export function environmentsOf(settings: Used) {
  const { project, dataset, destinations, consentDefaults, allowedOrigins, derivedFields } = settings
  const place = { GOOGLE_CLOUD_PROJECT: project, DATASET: dataset }
  const sharedEnvironment = {
    ...place,
    DESTINATIONS: JSON.stringify(destinations.map(({ destination }) => destination)),
  }
  return {
    sharedEnvironment,
    decidingEnvironment: { ...sharedEnvironment, CONSENT_DEFAULTS: JSON.stringify(consentDefaults) },
    endpointEnvironment: { ...place, ALLOWED_ORIGINS: allowedOrigins.join(',') },
    derivingEnvironment: { DERIVED_FIELDS: JSON.stringify(derivedFields) },
  }
}
