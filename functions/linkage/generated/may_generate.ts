/** Event: whether this process may generate code. Where it may not, whoever generates has something slower that does the same. */

export const mayGenerate = ((): boolean => {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- asked once, of a constant
    return new Function('return true')() === true
  } catch {
    return false
  }
})()
