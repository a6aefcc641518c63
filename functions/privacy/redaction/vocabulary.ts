/** Privacy: the words of error messages. They say nothing about a person, so they survive even if an event has them too. Pure. */

const words = `
a able about above accept acceptable accepted accepts access account accounts action actions active activity actual ad additional address ads
after again against age algorithm all allow allowed allows already also always an and another any api app application apply are argument
arguments array as asset at atomic attempt attempts attribute attributes audience auth authentication authorization authorized available
backend bad base based batch be bearer because been before begin being below between bad_request bid blank block blocked body bool boolean both browser bulk
business but by byte bytes call called calls campaign can cannot cart case catalog category caused change channel char character characters
check chars choose click client closed code codes collection column combination common complete completed condition configuration configured
conflict connection consent contact contain contained containing contains content contents context conversion conversions converted convert
correct correctly could count country create created creation credential credentials csv currency current currently custom customer daily
data dataset datatype date dates datetime day days deactivated deadline decimal deduplicate deduplicated deduplication default defined
definition delete deleted deliver denied deprecated deprecation description destination destinations detail details detected developer
developers device devices did different digest digit digits disabled disallowed discount distinct divide divided division do docs document documentation does
domain double due duplicate duplicated duplicates duration during each either element elements email emails empty enable enabled encoded
encoding end endpoint enough ensure entities entity entries entry enum environment equal error errors event events every example exceed
exceeded exceeds exception exist existing exists expected expired expires external fail failed failure fails false features feature few
field fields file final find first fit float following for forbidden form format formatted found frequency from full function future
gateway general generic get given global goal graph greater group groups guide had has hash hashed hashes have having header headers here hex
hour hours how html http https id identified identifier identifiers identify identity if ignored immediately import in include included
includes including incompatible incomplete incorrect incorrectly index indexes information input instance instead insufficient int integer
interface internal into invalid io is iso issue it item items its job json just key keys kb last later latest least length less level like
limit limited limits line list lists live load locale located location locked log login long longer lookup lower lowercase made maintenance make
malformed managed many map mapping match matches matching max maximum may maybe md mb means media member members merge message messages
metadata method min minimum minute minutes mismatch missing mobile mode model modified modify more most multiple must name named names
namespace need needed needs negative nested network never new next no non none normalized not nothing notification null number numbers
numeric object objects occurred of off official ok old older on once one online only op open operation operations option optional or order
original orders other otherwise out outside over own owner page param parameter parameters parse parsed parser parsing part partial partially party
pass past path pattern payload pending per percent period permission permissions permitted phone pixel place plan platform please plus point
policy position positive possible post present prevent previous price private problem process processed processing product products profile
profiles project prohibited properties property protocol provide provided provider public published purchase quantity query queue queued quota
range rate rates reach reached read reason receive received record records redirect refer reference refresh refused region registered reject
rejected related reload remove removed renew repeated replace report request requested requests require required requires reserved reset
resource resources response responses result results retried retry return returned returns revoked root row rule rules same schema scope
scopes search second seconds secret section secure see select send sending sent server service session set setting settings several shop should
show sign signature signed since single site size slow small so some something source special specific specified stack standard start state statement
status step still stop store stored stream string strings strong structure sub subcode subscription success successful successfully such
suspended supported supplied support syntax system table tag target team temporarily temporary test text than that the their them then there
these they third this those though threshold throttle throttled time timed timeout timestamp timestamps times timezone title to together
token tokens too tool topic total trace track tracking traffic transaction transactions true truncated try trying type types unable unauthenticated
unauthorized unavailable under unexpected unfortunately unique unit unknown unless unparsable unprocessable unrecognized unsupported until up update updated
updates upper uppercase uri url urls us usage use used user users uses using uuid valid validate validation validations value values variable
verification verified verify version versions via view violation violations visit wait warn warning warnings was way we web webhook website
weight were what when where whether which while white whitelisted who will window with within without word words workspace would write wrong
www xml year years yes you your zero zone
account_id app_id bearer basic digest hmac utf sha rfc oauth jwt ssl tls url utc gmt iso ga e164 sha256 sha1 md5 utf8 oauth2 v1 v2 v3 v4 iso8601 rfc3339 http2 base64
`

const known: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))

/** Names of formats, whose digits would look like data. */
export const standards =
  /\b(?:iso[ -]?(?:4217|8601|3166(?:-[123])?|639(?:-[123])?)|e\.164|rfc[ -]?\d{3,4}|sha-?256|utf-?8)\b/giu

/** True for a word of error messages, in lower case. */
export function isKnownWord(word: string): boolean {
  return known.has(word)
}
