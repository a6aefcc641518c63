/** Settings: what each setting alone allows but all of them together do not. Pure. */
import type { Settings } from './settings.ts'

/** Cloud Run takes 32 KiB in an environment variable; 1 KiB of it is left to spare. https://cloud.google.com/run/quotas#environment_variables */
const destinationsBytes = 31 * 1024

/** Why an environment with these settings cannot be, in a sentence or two; undefined when it can. */
export const impossibility = (namespace: string, settings: Settings): string | undefined => {
  const { delivery, instances, region, location, encryption } = settings
  if (seconds(delivery.minimumBackoff) > seconds(delivery.maximumBackoff)) {
    return `${namespace}:delivery.minimumBackoff must not be longer than maximumBackoff, got ${delivery.minimumBackoff} and ${delivery.maximumBackoff}`
  }
  if (instances.min > instances.max) {
    return `${namespace}:instances.min must not be greater than max, got ${instances.min} and ${instances.max}`
  }
  const keyLocation = encryption?.key.split('/')[3]
  // https://cloud.google.com/kms/docs/cmek#cmek_integrations: everything that a key encrypts lies where the key lies.
  if (keyLocation !== undefined && (keyLocation !== region || keyLocation !== location)) {
    return (
      `${namespace}:encryption.key lies in ${keyLocation}, but one key encrypts only what lies where it lies: ` +
      `${namespace}:region is ${region} and ${namespace}:location is ${location}. Make all three the same region`
    )
  }
  return tooLarge(namespace, settings)
}

/** What functions are told of the destinations is one environment variable. */
const tooLarge = (namespace: string, { destinations }: Settings): string | undefined => {
  const sizes = destinations.map(({ destination }) => ({
    id: destination.id,
    bytes: Buffer.byteLength(JSON.stringify(destination)) + 1,
  }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 1)
  if (total <= destinationsBytes) return undefined
  const largest = sizes
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 3)
    .map(({ id, bytes }) => `${id} (${bytes})`)
  return (
    `${namespace}:destinations are ${total} bytes as JSON without secrets, but an environment variable of Cloud Run has room for ` +
    `${destinationsBytes}. The largest are ${largest.join(', ')}. Move what a linkage says for every environment into the target's ` +
    'own, shorten rules, or run some of the destinations in an environment of their own'
  )
}

const seconds = (duration: string): number => Number(duration.slice(0, -1))
