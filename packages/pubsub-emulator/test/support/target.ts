/** Targets: the Pub/Sub services that the conformance suite can run against. */

/** Capabilities that not every target has. `texts`: Google's error texts; `auth`: callers are identified; `callers`: tokens named
 * after their permissions; `anonymous`: gRPC calls without credentials are served; `push`: endpoints on this
 * machine are reached; `limits`: requests of 10 MB are answered. */
export type Capability = 'texts' | 'auth' | 'callers' | 'anonymous' | 'push' | 'limits'

export interface Target {
  name: string
  /** Origin of the REST API, e.g. `http://127.0.0.1:8081`. */
  rest: string
  /** Host and port of the gRPC API without TLS. undefined: Google's API. */
  grpc: string | undefined
  project: string
  /** Returns the Authorization header of a caller with all permissions, or '' for none. Called for each request, because tokens expire. */
  authorization: () => Promise<string>
  caps: ReadonlySet<Capability>
}
