/** Local identity: what the embedded services ask before they serve a request. */

/** The identity behind a bearer token. */
export interface Caller {
  /** A service account's or a person's address, as IAM members name it. */
  email: string
  /** OAuth scopes the token carries, e.g. `https://www.googleapis.com/auth/cloud-platform`. */
  scopes: readonly string[]
}

/** Answers who is calling and what the Pulumi program's grants allow them. */
export interface Access {
  /** The caller behind an access token; undefined when the token is forged, unknown or expired. */
  identify(accessToken: string): Caller | undefined
  /**
   * Whether `email` holds an IAM permission on a resource.
   * `allows('store@p.iam.gserviceaccount.com', 'pubsub.topics.publish', 'projects/p/topics/stored')`
   */
  allows(email: string, permission: string, resource: string): boolean
}
