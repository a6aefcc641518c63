/** Schemas: how fast a replay or a reprocessing goes that nobody tells otherwise. */

/** Messages per second: so few that live events do not wait behind them. */
export const defaultRatePerSecond = 20
