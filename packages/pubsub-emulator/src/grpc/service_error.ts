/** Errors over gRPC: the status, message and details of a call that failed. */
import { Metadata, status } from '@grpc/grpc-js'
import { RpcError } from '../errors.ts'
import { statusDetails } from './status_details.ts'

/** How a call ends. */
interface ServiceFault {
  code: status
  details: string
  metadata: Metadata
}

/** Converts an error to the form that gRPC sends. */
export function serviceError(error: unknown): ServiceFault {
  const fault = error instanceof RpcError ? error : new RpcError('INTERNAL', 'Internal error encountered.')
  if (fault !== error) console.error(error)
  const code = status[fault.status]
  const metadata = new Metadata()
  if (fault.details.length > 0) metadata.set('grpc-status-details-bin', statusDetails(code, fault))
  return { code, details: fault.message, metadata }
}
