/** Target layer: the registry, one line per third party. */
export { webhook } from './webhook.ts'
