/** Runs: sets the default rate of replays and reprocessing. */

/** Messages per second, low enough not to delay live events. */
export const defaultRatePerSecond = 20
