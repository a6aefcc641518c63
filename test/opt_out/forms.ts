/** Opt-outs: every form of one in an event, with the targets that get the event. Written by hand. */

/** The strings were written by the IAB's library, https://www.npmjs.com/package/@iabgpp/cmpapi */
const strings = {
  allPurposes: 'CQhDnIAQhDnIAAAAAAENAAFgAP_gAAAAAAAAAAAAAAAA.IAAA.YAAAAAAAAAAA',
  allButPurpose1: 'CQhDnIAQhDnIAAAAAAENAAFgAH_gAAAAAAAAAAAAAAAA.IAAA.YAAAAAAAAAAA',
  allButPurpose7: 'CQhDnIAQhDnIAAAAAAENAAFgAP3gAAAAAAAAAAAAAAAA.IAAA.YAAAAAAAAAAA',
  allButPurpose4: 'CQhDnIAQhDnIAAAAAAENAAFgAO_gAAAAAAAAAAAAAAAA.IAAA.YAAAAAAAAAAA',
  californiaNoOptOut: 'DBABBg~BUoAAABA.QA',
  californiaSale: 'DBABBg~BAYAAABA.QA',
  californiaSharing: 'DBABBg~BAkAAABA.QA',
  nationalTargetedAdvertising: 'DBABLA~CAABAAAAAABA.QA',
  nationalGpc: 'DBABLA~CAAAAAAAAABA.YA',
  virginiaTargetedAdvertising: 'DBABRg~BAEAABA',
  usPrivacySale: 'DBABTA~1YYN',
}

/** `flagged`: sent to advertising targets that are told. `denied`: to none. `sent`: to all. The other purposes get all of them, but
 * messaging needs ad_user_data. */
export interface Form {
  event: object
  advertising: 'flagged' | 'denied' | 'sent'
  messaging?: 'denied'
}

export const forms: Readonly<Record<string, Form>> = {
  clear: { event: {}, advertising: 'sent' },
  no: { event: { limited_data_use: false, gpc: false, tcf_string: '', gpp_string: '' }, advertising: 'sent' },
  agreed: {
    event: { tcf_string: strings.allPurposes, gpp_string: strings.californiaNoOptOut },
    advertising: 'sent',
  },
  limited: { event: { limited_data_use: true }, advertising: 'flagged' },
  gpc: { event: { gpc: true }, advertising: 'flagged' },
  'gpp-sale': { event: { gpp_string: strings.californiaSale }, advertising: 'flagged' },
  'gpp-share': { event: { gpp_string: strings.californiaSharing }, advertising: 'flagged' },
  'gpp-target': { event: { gpp_string: strings.nationalTargetedAdvertising }, advertising: 'flagged' },
  'gpp-gpc': { event: { gpp_string: strings.nationalGpc }, advertising: 'flagged' },
  'gpp-va': { event: { gpp_string: strings.virginiaTargetedAdvertising }, advertising: 'flagged' },
  'gpp-usp': { event: { gpp_string: strings.usPrivacySale }, advertising: 'flagged' },
  'tcf-4': { event: { tcf_string: strings.allButPurpose4 }, advertising: 'flagged' },
  'tcf-1': { event: { tcf_string: strings.allButPurpose1 }, advertising: 'denied', messaging: 'denied' },
  'tcf-7': { event: { tcf_string: strings.allButPurpose7 }, advertising: 'denied', messaging: 'denied' },
  'bad-tcf': { event: { tcf_string: 'yes' }, advertising: 'denied' },
  'bad-gpp': { event: { gpp_string: 'DBABBg~B' }, advertising: 'denied' },
  // A header of 11 characters with 30 million sections.
  'huge-gpp': { event: { gpp_string: 'DBAB8KQBEBM~BA' }, advertising: 'denied' },
  'bad-ldu': { event: { limited_data_use: 'yes' }, advertising: 'denied', messaging: 'denied' },
  'bad-gpc': { event: { gpc: '1' }, advertising: 'denied' },
}
