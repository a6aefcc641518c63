/** Linkage layer: tests whether this process may generate code. If not, closures and `JSON.stringify` do the same, slower. */

export const mayGenerate = ((): boolean => {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- asked once, of a constant
    return new Function('return true')() === true
  } catch {
    return false
  }
})()
