/** Context fields: describes the ids in landing page URLs and first-party cookies by which platforms recognize a click or a browser. */
import { personal, text } from './field.ts'

function clickId(description: string, example: string) {
  return text(description, example, { ...personal, maxLength: 512 })
}

export const clickIds = {
  gclid: clickId('Google Ads click id, from the landing page URL.', 'EAIaIQobChMI4b2QexampleAAYASAA'),
  gbraid: clickId(
    'Google Ads click id of a click in an iOS app that led to the web.',
    '0AAAAABexampleGbraid',
  ),
  wbraid: clickId('Google Ads click id of a click on the web that led to an iOS app.', 'CjwKexampleWbraid'),
  fbclid: clickId('Meta click id, from the landing page URL.', 'IwAR0exampleFbclid'),
  fbc: clickId('Meta click cookie _fbc.', 'fb.1.1773480413589.IwAR0exampleFbclid'),
  fbp: clickId('Meta browser cookie _fbp.', 'fb.1.1773480413589.1098115397'),
  ttclid: clickId('TikTok click id, from the landing page URL.', 'E.C.P.exampleTtclid'),
  ttp: clickId('TikTok browser cookie _ttp.', '94e2a4j9-h3ss-k5h5-98cc-c84n745mk373'),
  epik: clickId('Pinterest click id, from the landing page URL or cookie _epik.', 'dj0yJnU9exampleEpik'),
  sc_click_id: clickId('Snapchat click id ScCid, from the landing page URL.', '7f2d1c9a-example-sccid'),
  sc_cookie1: clickId('Snapchat browser cookie _scid.', '351f1d5c-c5ed-4cb5-9ef2-4ab7ba8a4b2e'),
  li_fat_id: clickId('LinkedIn click id, from the landing page URL or cookie.', 'df5f7c1e-0bd1-4b0c-8e0f'),
  rdt_cid: clickId('Reddit click id, from the landing page URL.', '4726312894013984'),
  rdt_uuid: clickId('Reddit browser cookie _rdt_uuid.', '1773480413589.6f9619ff-8b86-4d01-b42d'),
  twclid: clickId('X click id, from the landing page URL.', '26l6412g5p4iyj65a2oic2ayg2'),
  msclkid: clickId('Microsoft Advertising click id, from the landing page URL.', '6f4a5e2dexamplemsclkid'),
  kx: clickId('Klaviyo exchange id _kx, from the landing page URL.', 'exampleKx.XyZ123'),
  hubspotutk: clickId('HubSpot browser cookie hubspotutk.', '9f8e7d6c5b4a39281706f5e4d3c2b1a0'),
  ga_client_id: clickId('Google Analytics client id, from cookie _ga.', '1098115397.1773480413'),
  ga_session_id: text('Google Analytics session id, from cookie _ga_<stream>.', '1773480413', {
    maxLength: 64,
  }),
}
