/** Target layer: reads what became of a request to Google's Data Manager API.
 * https://developers.google.com/data-manager/api/reference/rest/v1/requestStatus/retrieve */
import type { HttpRequest, HttpResponse } from '../net/http.ts'
import { bodyOf } from './answer.ts'
import type { ReceiptStatus } from './exchanges.ts'

/** Numbers are strings in Google's JSON: https://protobuf.dev/programming-guides/json/ */
interface UserDataStatus {
  userDataIngestionStatus?: { recordCount?: string; uploadMatchRateRange?: string }
  userDataRemovalStatus?: { recordCount?: string }
}

interface ResponseBody {
  requestStatusPerDestination: readonly {
    requestStatus?: string
    errorInfo?: { errorCounts?: readonly { recordCount?: string; reason?: string }[] }
    audienceMembersIngestionStatus?: UserDataStatus
    audienceMembersRemovalStatus?: UserDataStatus
  }[]
}

const states: Readonly<Record<string, ReceiptStatus['state']>> = {
  PROCESSING: 'processing',
  SUCCESS: 'done',
  PARTIAL_SUCCESS: 'partial',
  FAILED: 'failed',
}

export function requestStatusRequest(requestId: string, authorization: string): HttpRequest {
  return {
    method: 'GET',
    url: `https://datamanager.googleapis.com/v1/requestStatus:retrieve?${new URLSearchParams({ requestId })}`,
    headers: { authorization },
    body: '',
    timeout: 10_000,
  }
}

/** Reads the status of a request with one destination. */
export function readRequestStatus(response: HttpResponse): ReceiptStatus | undefined {
  const { requestStatusPerDestination: [status] = [] } = bodyOf<ResponseBody>(response) ?? {}
  const state = states[status?.requestStatus ?? '']
  if (!status || !state) return undefined
  const { errorInfo, audienceMembersIngestionStatus: added, audienceMembersRemovalStatus: removed } = status
  const errors = errorInfo?.errorCounts ?? []
  const records = added?.userDataIngestionStatus?.recordCount ?? removed?.userDataRemovalStatus?.recordCount
  const words = [...errors.map(({ reason }) => reason), added?.userDataIngestionStatus?.uploadMatchRateRange]
  const notes = words.filter((word) => word !== undefined)
  return {
    state,
    ...(records !== undefined && { records: Number(records) }),
    ...(errors.length > 0 && {
      rejected: errors.reduce((sum, { recordCount = '0' }) => sum + Number(recordCount), 0),
    }),
    ...(notes.length > 0 && { notes }),
  }
}
