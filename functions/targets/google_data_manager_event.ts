/** Target `google_data_manager`: schema of one event of the Data Manager API. */
import { Type } from 'typebox'
import { strictObject, Currency, ShortText } from './closed.ts'
import { Hashed, Plain } from './personal.ts'

const Choice = Type.Enum(['CONSENT_GRANTED', 'CONSENT_DENIED'])

/** What a person has chosen. */
export const ConsentChoices = strictObject({}, { adUserData: Choice, adPersonalization: Choice })

const Address = strictObject({
  givenName: Hashed('name_google'),
  familyName: Hashed('name_google'),
  regionCode: Plain('country_upper', { pattern: '^[A-Z]{2}$' }),
  postalCode: Plain('name'),
})

// https://developers.google.com/data-manager/api/reference/rest/v1/UserData#UserIdentifier
const UserIdentifier = strictObject(
  {},
  { emailAddress: Hashed('email_google'), phoneNumber: Hashed('phone_e164'), address: Address },
  { minProperties: 1, maxProperties: 1 },
)

export const UserData = strictObject({
  userIdentifiers: Type.Array(UserIdentifier, { minItems: 1, maxItems: 10 }),
})

const CartItem = strictObject(
  {},
  {
    merchantProductId: ShortText,
    itemId: ShortText,
    // Assumption: at least one. Google describes it as the number of the items.
    quantity: Type.Integer({ minimum: 1 }),
    unitPrice: Type.Number(),
    conversionValue: Type.Number(),
  },
)

// https://developers.google.com/data-manager/api/reference/rest/v1/events/ingest#Event
export const dataManagerFields = strictObject(
  {
    destinationReferences: Type.Array(ShortText, { minItems: 1, maxItems: 1 }),
    eventTimestamp: Type.String({ format: 'date-time' }),
    transactionId: Type.String({ minLength: 1, maxLength: 512 }),
    eventSource: Type.Enum(['WEB', 'APP', 'IN_STORE', 'PHONE', 'MESSAGE', 'OTHER']),
  },
  {
    consent: ConsentChoices,
    adIdentifiers: strictObject(
      {},
      {
        gclid: ShortText,
        gbraid: ShortText,
        wbraid: ShortText,
        sessionAttributes: Type.String({ maxLength: 4000 }),
        mobileDeviceId: Plain('trim'),
      },
    ),
    userData: UserData,
    currency: Currency,
    conversionValue: Type.Number(),
    cartData: strictObject(
      {},
      {
        merchantId: ShortText,
        merchantFeedLabel: ShortText,
        merchantFeedLanguageCode: ShortText,
        transactionDiscount: Type.Number(),
        couponCodes: Type.Array(ShortText),
        items: Type.Array(CartItem),
      },
    ),
    eventDeviceInfo: strictObject({}, { userAgent: Plain('trim'), ipAddress: Plain('ip') }),
    userProperties: strictObject(
      {},
      {
        customerType: Type.Enum(['NEW', 'RETURNING', 'REENGAGED']),
        customerValueBucket: Type.Enum(['LOW', 'MEDIUM', 'HIGH']),
      },
    ),
    customVariables: Type.Array(strictObject({ variable: ShortText, value: ShortText })),
  },
)
