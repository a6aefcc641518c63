/** Target layer: conditions on the platform of an event, and sources that depend on it. */
import type { LinkCondition, Source } from '../../schemas/link.ts'

export const inApp: LinkCondition = { path: 'action_source', eq: 'app' }
/** Neither on the web nor in an app. */
export const offline: LinkCondition = {
  path: 'action_source',
  in: ['store', 'email', 'phone', 'chat', 'system', 'other'],
}

export const onApple: LinkCondition = {
  path: 'os_name',
  in: ['iOS', 'ios', 'iPadOS', 'ipados', 'tvOS', 'tvos'],
}
const onAndroid: LinkCondition = { path: 'os_name', in: ['Android', 'android'] }

/** Apple's advertising id. */
export const idfa: Source = { when: onApple, then: 'advertising_id' }
/** Google's advertising id, also called AAID. */
export const gaid: Source = { when: onAndroid, then: 'advertising_id' }
