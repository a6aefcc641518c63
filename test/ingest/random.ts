/** Tests: a random source with a seed, as the tests of the packages use it. */
export { randomFrom, seed, type Random } from '../../packages/shared/test/random.ts'
