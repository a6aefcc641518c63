/** Lists of people: the calls of the advertising vendors with access tokens that end soon, by hand from their pages. */
import { post, sha256, type ListCall, type ListVendorCase, type Person } from './list_vendor.ts'

const app = {
  settings: { client_id: 'app-1' },
  secrets: { client_secret: 'secret-1', refresh_token: 'refresh-1' },
}

function hashesOf(people: readonly Person[]): readonly string[] {
  return people.map(({ email }) => sha256(email))
}

const snapchatReference = 'https://developers.snap.com/api/marketing-api/Ads-API/customer-lists'
function snapchatCall(method: string, people: readonly Person[]): ListCall {
  return {
    method,
    url: '/adsapi.snapchat.com/v1/segments/5677923948298240/users',
    body: { users: [{ schema: ['EMAIL_SHA256'], data: hashesOf(people).map((each) => [each]) }] },
  }
}
const snapchat: ListVendorCase = {
  id: 'snapchat',
  destination: {
    target: 'snapchat_audience',
    settings: { list_id: '5677923948298240', ...app.settings },
    secrets: app.secrets,
  },
  docs: { add: snapchatReference, remove: snapchatReference },
  list: 'Snapchat Ads 5677923948298240',
  member: ({ email }) => `EMAIL_SHA256 ${sha256(email)}`,
  key: ({ email }) => sha256(email),
  add: (people) => [snapchatCall('POST', people)],
  remove: (people) => [snapchatCall('DELETE', people)],
  isAdvertising: true,
  isSilent: true,
}

const redditReference = 'https://ads-api.reddit.com/docs/v3/'
/** Reddit removes hyphens, too. */
function redditHash({ email }: Person): string {
  return sha256(email.replace('-', ''))
}
function redditCall(action: string, people: readonly Person[]): ListCall {
  return {
    method: 'PATCH',
    url: '/ads-api.reddit.com/api/v3/custom_audiences/2188046315726340/users',
    body: {
      data: {
        action_type: action,
        column_order: ['EMAIL_SHA256'],
        user_data: people.map((each) => [redditHash(each)]),
      },
    },
  }
}
const reddit: ListVendorCase = {
  id: 'reddit',
  destination: {
    target: 'reddit_audience',
    settings: { list_id: '2188046315726340', ...app.settings },
    secrets: app.secrets,
  },
  docs: { add: redditReference, remove: redditReference },
  list: 'Reddit 2188046315726340',
  member: (person) => `EMAIL_SHA256 ${redditHash(person)}`,
  key: redditHash,
  add: (people) => [redditCall('ADD', people)],
  remove: (people) => [redditCall('REMOVE', people)],
  isAdvertising: true,
  isSilent: true,
}

const linkedinReference =
  'https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segment-users'
function linkedinCall(action: string, people: readonly Person[]): ListCall {
  return post('/api.linkedin.com/rest/dmpSegments/10804/users', {
    elements: hashesOf(people).map((idValue) => ({ action, userIds: [{ idType: 'SHA256_EMAIL', idValue }] })),
  })
}
const linkedin: ListVendorCase = {
  id: 'linkedin',
  destination: {
    target: 'linkedin_audience',
    settings: { list_id: '10804', ...app.settings },
    secrets: app.secrets,
  },
  docs: { add: linkedinReference, remove: linkedinReference },
  list: 'LinkedIn 10804',
  member: ({ email }) => `SHA256_EMAIL ${sha256(email)}`,
  key: ({ email }) => sha256(email),
  add: (people) => [linkedinCall('ADD', people)],
  remove: (people) => [linkedinCall('REMOVE', people)],
  isAdvertising: true,
}

const microsoftReference =
  'https://learn.microsoft.com/en-us/advertising/campaign-management-service/applycustomerlistuserdata'
function microsoftCall(action: string, people: readonly Person[]): ListCall {
  return post('/campaign.api.bingads.microsoft.com/CampaignManagement/v13/CustomerListUserData/Apply', {
    CustomerListUserData: {
      ActionType: action,
      AudienceId: '812345678',
      CustomerListItemSubType: 'Email',
      CustomerListItems: hashesOf(people),
    },
  })
}
const microsoft: ListVendorCase = {
  id: 'microsoft',
  destination: {
    target: 'microsoft_audience',
    settings: { list_id: '812345678', customer_id: '251234567', account_id: '141234567', ...app.settings },
    secrets: { developer_token: 'developer-1', ...app.secrets },
  },
  docs: { add: microsoftReference, remove: microsoftReference },
  list: 'Microsoft Campaigns 812345678',
  member: ({ email }) => sha256(email),
  key: ({ email }) => sha256(email),
  add: (people) => [microsoftCall('Add', people)],
  remove: (people) => [microsoftCall('Remove', people)],
  isAdvertising: true,
}

const pinterestReference = 'https://developers.pinterest.com/docs/api/v5/customer_lists-update/'
function pinterestCall(operation: string, people: readonly Person[]): ListCall {
  return {
    method: 'PATCH',
    url: '/api.pinterest.com/v5/ad_accounts/549755885175/customer_lists/643',
    body: { operation_type: operation, records: hashesOf(people).join(',') },
  }
}
const pinterest: ListVendorCase = {
  id: 'pinterest',
  destination: {
    target: 'pinterest_audience',
    settings: { ad_account_id: '549755885175', list_id: '643' },
    secrets: { access_token: 'p-1' },
  },
  docs: { add: pinterestReference, remove: pinterestReference },
  list: 'Pinterest 643',
  member: ({ email }) => sha256(email),
  key: ({ email }) => sha256(email),
  add: (people) => [pinterestCall('ADD', people)],
  remove: (people) => [pinterestCall('REMOVE', people)],
  isAdvertising: true,
  isSilent: true,
}

export const oauthLists: readonly ListVendorCase[] = [snapchat, reddit, linkedin, microsoft, pinterest]
