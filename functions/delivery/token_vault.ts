/** Delivery: where the tokens of one destination are kept whose vendor replaces the refresh token at each exchange. All instances share it. */

/** The tokens that the vendor gave out last. */
export interface TokenRecord {
  /** SHA-256 digests of the refresh tokens that were once set in the settings and used, oldest first. None of them is used again. */
  seeds: readonly string[]
  /** The tokens of the last exchange; absent before the first. */
  tokens?: {
    refresh_token: string
    /** The `Authorization` header. */
    header: string
    /** When the header was given out and until when it is used, in ms since 1970. */
    exchanged_at: number
    valid_until: number
  }
}

export interface TokenVault {
  /** Returns the newest record and its version; undefined if there is none. Rejects if it cannot be read. */
  newest: () => Promise<{ version: number; record: TokenRecord } | undefined>
  /** Resolves once the record is stored. Rejects if that is uncertain. */
  store: (record: TokenRecord) => Promise<number>
  /** Does the work while no other instance does such work. Resolves to undefined if another instance does. `mayExchange`: false if there is no time left
   * to exchange and to store the result. */
  exclusively: <Result>(work: (mayExchange: () => boolean) => Promise<Result>) => Promise<Result | undefined>
  /** Waits before the next look at what another instance does. */
  wait: () => Promise<void>
  /** Where the operator finds the tokens: `secret rolled-token-crm`. */
  name: string
}
