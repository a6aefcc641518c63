/** Access: what an emulator asks before it serves a request. */

/** The identity behind a bearer token. */
export interface Caller {
  /** A service account's or a person's address, as IAM members name it. */
  email: string
  /** OAuth scopes the token carries, e.g. `https://www.googleapis.com/auth/cloud-platform`. */
  scopes: readonly string[]
}

/** Identifies callers and answers what they are allowed to do. */
export interface Access {
  /** Returns the caller of an access token, or undefined if the token is forged, unknown or expired. */
  identify(accessToken: string): Caller | undefined
  /**
   * Returns true if `email` has an IAM permission on a resource:
   * `allows('store@p.iam.gserviceaccount.com', 'pubsub.topics.publish', 'projects/p/topics/stored')`
   */
  allows(email: string, permission: string, resource: string): boolean
  /** The caller of a REST request to Pub/Sub that has no Authorization header. Default: such requests are refused with 401. */
  anonymous?: Caller
}

const anyone: Caller = {
  email: 'local@localhost',
  scopes: ['https://www.googleapis.com/auth/cloud-platform'],
}

/** Accepts every token, and requests without one, and allows everything, as Google's emulators do. */
export const allowAll: Access = { identify: () => anyone, allows: () => true, anonymous: anyone }
