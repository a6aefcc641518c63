/** Tests: waits for a condition, as the tests of the packages do. */
export { timeoutMs, until } from '../../packages/shared/test/until.ts'
