/** Translation layer: writes names in another script in Latin letters: usual words by their meaning, others letter by letter. Pure.
 *
 * Kana: Hepburn, without long vowels. Cyrillic: https://www.loc.gov/catdir/cpso/romanization/russian.pdf, without signs. Greek: ISO 843, without
 * accents. Hangul: https://www.unicode.org/versions/latest/core-spec/chapter-3/#G24646 with the letters of Revised Romanization. Han characters
 * have no letters of their own and are read by `words` only. */

function pairsOf(text: string): readonly (readonly [string, string])[] {
  return text.split(' ').map((pair) => pair.split('=') as [string, string])
}

/** Usual column names in Japanese, Chinese and Korean → English. */
const words: readonly (readonly [string, string])[] = pairsOf(
  'メールアドレス=email 電子メール=email メール=email 電話番号=phone 携帯電話=mobile 郵便番号=postal_code 都道府県=region 市区町村=city 生年月日=date_of_birth ' +
    '注文番号=order_number 注文日時=order_date 注文日=order_date 注文ID=order_id 顧客番号=customer_number 顧客ID=customer_id 会員番号=member_id 会員ID=member_id ' +
    'カード番号=card_number カード=card 会社名=company 商品番号=product_code 商品名=product_name 商品コード=product_code 合計金額=total 合計=total 金額=amount 価格=price 単価=unit_price 数量=quantity ' +
    '税込=total 消費税=tax 送料=shipping 通貨=currency 氏名=full_name お名前=full_name 名前=name 姓=last_name 名=first_name 住所=address 性別=gender 国=country ' +
    '日付=date 日時=datetime 備考=note 件名=subject 状態=status 种类=type 订单编号=order_number 订单号=order_number 下单时间=order_date 订单日期=order_date ' +
    '客户编号=customer_number 用户ID=user_id 姓名=full_name 邮箱=email 电子邮件=email 电话=phone 手机号=mobile 手机=mobile 地址=address 邮编=postal_code ' +
    '总金额=total 总价=total 金额=amount 货币=currency 币种=currency 数量=quantity 商品名称=product_name 日期=date 时间=time 城市=city 国家=country 公司=company ' +
    '주문번호=order_number 주문일=order_date 이메일=email 전화번호=phone 휴대폰=mobile 이름=name 주소=address 우편번호=postal_code 금액=amount 합계=total 통화=currency ' +
    '수량=quantity 상품명=product_name 날짜=date 회사=company',
)

const kana: ReadonlyMap<string, string> = new Map(
  pairsOf(
    'きゃ=kya きゅ=kyu きょ=kyo しゃ=sha しゅ=shu しょ=sho ちゃ=cha ちゅ=chu ちょ=cho にゃ=nya にゅ=nyu にょ=nyo ひゃ=hya ひゅ=hyu ひょ=hyo みゃ=mya みゅ=myu みょ=myo ' +
      'りゃ=rya りゅ=ryu りょ=ryo ぎゃ=gya ぎゅ=gyu ぎょ=gyo じゃ=ja じゅ=ju じょ=jo びゃ=bya びゅ=byu びょ=byo ぴゃ=pya ぴゅ=pyu ぴょ=pyo ふぁ=fa ふぃ=fi ふぇ=fe ふぉ=fo ' +
      'てぃ=ti でぃ=di うぃ=wi うぇ=we ちぇ=che じぇ=je しぇ=she あ=a い=i う=u え=e お=o か=ka き=ki く=ku け=ke こ=ko さ=sa し=shi す=su せ=se そ=so た=ta ち=chi ' +
      'つ=tsu て=te と=to な=na に=ni ぬ=nu ね=ne の=no は=ha ひ=hi ふ=fu へ=he ほ=ho ま=ma み=mi む=mu め=me も=mo や=ya ゆ=yu よ=yo ら=ra り=ri る=ru れ=re ろ=ro ' +
      'わ=wa を=o ん=n が=ga ぎ=gi ぐ=gu げ=ge ご=go ざ=za じ=ji ず=zu ぜ=ze ぞ=zo だ=da ぢ=ji づ=zu で=de ど=do ば=ba び=bi ぶ=bu べ=be ぼ=bo ぱ=pa ぴ=pi ぷ=pu ' +
      'ぺ=pe ぽ=po ゔ=vu ぁ=a ぃ=i ぅ=u ぇ=e ぉ=o ゃ=ya ゅ=yu ょ=yo',
  ),
)

const letters: ReadonlyMap<string, string> = new Map(
  pairsOf(
    'а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=iu я=ia ' +
      'і=i ї=i є=ie ґ=g α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o',
  ),
)

const initials = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ')
const vowels = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
const finals = '- k k k n n n t l k m p l l p l m p p t t ng t t k t p t'.split(' ')

function hangul(syllable: string): string {
  const index = syllable.charCodeAt(0) - 0xac00
  const parts = [
    initials[Math.floor(index / 588)],
    vowels[Math.floor((index % 588) / 28)],
    finals[index % 28],
  ]
  return parts.filter((part) => part !== '-').join('')
}

/** Returns the name in Latin letters, digits and separators: `注文番号` → `order_number`, `カート` → `kato`, `Дата` → `data`. */
export function romanized(name: string): string {
  let text = name.normalize('NFKC')
  for (const [word, english] of words) text = text.replaceAll(word, `_${english}_`)
  return text
    .replace(/[\u30a1-\u30f4]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replaceAll('ー', '')
    .replace(/[\u3041-\u3094]+/g, kanaText)
    .replace(/[가-힣]/g, hangul)
    .replace(
      /[\u0370-\u052f]/g,
      (letter) =>
        letters.get(letter.toLowerCase().normalize('NFD')[0]!) ?? letters.get(letter.toLowerCase()) ?? '',
    )
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '')
}

function kanaText(text: string): string {
  let result = ''
  for (let at = 0; at < text.length; at++) {
    const two = kana.get(text.slice(at, at + 2))
    // A small tsu doubles the next consonant.
    if (text[at] === 'っ')
      result += kana.get(text.slice(at + 1, at + 3))?.[0] ?? kana.get(text[at + 1] ?? '')?.[0] ?? ''
    else if (two !== undefined) {
      result += two
      at++
    } else result += kana.get(text[at]!) ?? ''
  }
  return result
}

/** Returns true if the name has a letter of another script than Latin. */
export function isOtherScript(name: string): boolean {
  return /(?!\p{Script=Latin})\p{L}/u.test(name)
}
