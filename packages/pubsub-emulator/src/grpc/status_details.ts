/** Error details over gRPC: google.rpc.Status in protobuf's binary form, for the `grpc-status-details-bin` trailer.
 * https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto */
import type { FieldViolation, RpcError } from '../errors.ts'

/** Encodes a length-delimited protobuf field. */
function field(number: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...varint(bytes.length)]), bytes])
}

function varint(value: number): number[] {
  const bytes: number[] = []
  for (; value >= 0x80; value >>>= 7) bytes.push((value & 0x7f) | 0x80)
  return [...bytes, value]
}

interface Detail {
  '@type': string
  reason?: string
  domain?: string
  metadata?: Record<string, string>
  fieldViolations?: readonly FieldViolation[]
}

/** Encodes a google.rpc.ErrorInfo or google.rpc.BadRequest, the only two in use. */
function detail({ reason, domain, metadata, fieldViolations }: Detail): Buffer {
  if (fieldViolations)
    return Buffer.concat(
      fieldViolations.map((violation) =>
        field(1, Buffer.concat([field(1, violation.field ?? ''), field(2, violation.description)])),
      ),
    )
  const entries = Object.entries(metadata ?? {}).map(([key, value]) =>
    field(3, Buffer.concat([field(1, key), field(2, value)])),
  )
  return Buffer.concat([field(1, reason ?? ''), field(2, domain ?? ''), ...entries])
}

/** Encodes the google.rpc.Status of an error. */
export function statusDetails(code: number, { message, details }: RpcError): Buffer {
  const any = (details as readonly Detail[]).map((one) =>
    field(3, Buffer.concat([field(1, one['@type']), field(2, detail(one))])),
  )
  return Buffer.concat([Buffer.from([8, code]), field(2, message), ...any])
}
