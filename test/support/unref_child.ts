/** Tests: child processes that outlive a failed test, as in the tests of the packages. */
export { unrefChild } from '../../packages/shared/test/unref_child.ts'
