/** Linkage layer: tests whether this process can generate code. If not, closures and `JSON.stringify` are used, which are slower. */

export const mayGenerate = ((): boolean => {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- runs once, with a constant
    return new Function('return true')() === true
  } catch {
    return false
  }
})()
