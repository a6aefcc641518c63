/** Targets: the Pub/Subs that the conformance suite can be pointed at. */

/** What not every target has. `texts`: Google's own error texts; `auth`: callers are identified; `callers`: tokens that
 * name the rights of their owners; `anonymous`: gRPC calls without credentials are served; `push`: endpoints on this
 * machine are reached; `limits`: requests of 10 MB are answered. */
export type Capability = 'texts' | 'auth' | 'callers' | 'anonymous' | 'push' | 'limits'

export interface Target {
  name: string
  /** Origin of the REST API, e.g. `http://127.0.0.1:8081`. */
  rest: string
  /** Host and port of the gRPC API without TLS; undefined for Google's own. */
  grpc: string | undefined
  project: string
  /** The Authorization header of a caller who may do everything; '' for none. Asked for each call, because tokens expire. */
  authorization: () => Promise<string>
  caps: ReadonlySet<Capability>
}
