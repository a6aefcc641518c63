/** Translation tests: cases of delimited text, as spreadsheets, shops and CRMs export it. */
import type { Cases } from './case.ts'

const commas = { format: 'csv', delimiter: ',', header: true } as const
const semicolons = { format: 'csv', delimiter: ';', header: true } as const
const tabs = { format: 'csv', delimiter: '\t', header: true } as const
const bars = { format: 'csv', delimiter: '|', header: true } as const

export const csvCases: Cases = {
  'one row with its header': {
    paste: 'email,first_name,last_name\nada@example.com,Ada,Lovelace',
    input: commas,
    records: 1,
    first: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' },
    types: {},
    event: 'lead',
    links: { email: 'email', first_name: 'first_name', last_name: 'last_name' },
    personal: ['email', 'first_name', 'last_name'],
  },
  'a German shop export': {
    paste:
      'Bestellnummer;Bestelldatum;E-Mail;Vorname;Nachname;Gesamtbetrag;Währung;PLZ\r\n100045;14.03.2026 09:26;ada@example.com;Ada;Lovelace;1.234,56;EUR;01067\r\n100046;15.03.2026 10:00;;Bo;Ek;59,80;EUR;80331\r\n',
    input: semicolons,
    records: 2,
    types: { Bestelldatum: 'dmy', Gesamtbetrag: 'number_comma' },
    texts: ['Bestellnummer', 'PLZ'],
    event: 'purchase',
    links: {
      transaction_id: 'Bestellnummer',
      event_time: 'Bestelldatum',
      value: 'Gesamtbetrag',
      currency: 'Waehrung',
      email: 'E_Mail',
      postal_code: 'PLZ',
    },
    personal: ['E_Mail', 'Vorname', 'Nachname', 'PLZ'],
  },
  'a byte order mark': {
    paste: '\uFEFFid,mail\n7,a@example.com\n',
    input: commas,
    first: { id: '7', mail: 'a@example.com' },
    links: { email: 'mail' },
  },
  'a line break and a delimiter in quotes': {
    paste: 'name,note\n"Lovelace, Ada","first line\nsecond ""line"""\n',
    input: commas,
    records: 1,
    first: { name: 'Lovelace, Ada', note: 'first line\nsecond "line"' },
  },
  'a delimiter declared by Excel': {
    paste: 'sep=;\r\na;b\r\n1,5;2\r\n',
    input: semicolons,
    first: { a: '1,5', b: '2' },
    types: { a: 'number_comma', b: 'integer' },
  },
  'decimal commas between semicolons': {
    paste: 'price;weight\n1,5;0,25\n12,00;3,5\n',
    input: semicolons,
    types: { price: 'number_comma', weight: 'number_comma' },
  },
  'tabs, as pasted from a spreadsheet': {
    paste: 'Order ID\tTotal\tCreated At\nA-1\t12.50\t2026-03-14 09:26:53\nA-2\t7\t2026-03-15 10:00:00\n',
    input: tabs,
    first: { Order_ID: 'A-1', Total: '12.50', Created_At: '2026-03-14 09:26:53' },
    types: { Total: 'number', Created_At: 'ymd' },
    event: 'purchase',
    links: { transaction_id: 'Order_ID', value: 'Total', event_time: 'Created_At' },
  },
  'columns separated by bars': {
    paste: 'user_id|page|ts\nu1|https://a.example/|1773480413\nu2|https://a.example/b|1773480414\n',
    input: bars,
    types: { ts: 'epoch_s' },
    links: { user_id: 'user_id', page_url: 'page', event_time: 'ts' },
  },
  'rows without a header': {
    paste: '1,ada@example.com,2026-03-14\n2,bo@example.com,2026-03-15\n',
    input: { ...commas, header: false },
    records: 2,
    first: { column_1: '1', column_2: 'ada@example.com', column_3: '2026-03-14' },
    types: { column_1: 'integer', column_3: 'ymd' },
    personal: ['column_2'],
  },
  'only a header': { paste: 'email,total,currency', input: commas, records: 0 },
  'columns without names and with repeated names': {
    paste: 'id,,name,name\n1,x,a,b\n',
    input: commas,
    first: { id: '1', column_2: 'x', name: 'a', name_2: 'b' },
  },
  'a column with the name that another one becomes': {
    paste: 'a b,a_b\n1,2\n',
    input: commas,
    first: { a_b_2: '1', a_b: '2' },
  },
  'rows with too few and too many columns': { paste: 'a,b\n1,2\n3\n4,5,6\n7,8\n', input: commas, records: 4 },
  'delimiters at the end of each row': {
    paste: 'a,b\n1,2,\n3,4,\n',
    input: commas,
    first: { a: '1', b: '2' },
  },
  'leading zeros': {
    paste: 'article,stock\n00123,7\n00456,12\n',
    input: commas,
    types: { stock: 'integer' },
    texts: ['article'],
  },
  'integers beyond double precision': {
    paste: 'receipt_ref,n\n9007199254740993,1\n9007199254740995,2\n',
    input: commas,
    types: { n: 'integer' },
    texts: ['receipt_ref'],
  },
  'one value of another type among ten': {
    paste: `n,m\n${Array.from({ length: 10 }, (_, n) => `${n === 4 ? 'x' : n},${n % 2 ? 'x' : n}`).join('\n')}\n`,
    input: commas,
    types: { n: 'integer' },
    texts: ['m'],
  },
  'empty values and words such as N/A': {
    paste: 'a,b\n1,2.5\n,N/A\n3,NULL\n4,-\n5,\n',
    input: commas,
    types: { a: 'integer', b: 'number' },
  },
  'booleans as words': {
    paste: 'newsletter,active,is_new\nja,yes,1\nnein,no,0\n',
    input: commas,
    types: { newsletter: 'boolean', active: 'boolean', is_new: 'boolean' },
  },
  'month before day': {
    paste: 'when,amount\n03/14/2026,"1,234.50"\n04/01/2026,$12.00\n',
    input: commas,
    types: { when: 'mdy', amount: 'number' },
  },
  'day before month with slashes': {
    paste: 'fecha,importe\n14/03/2026,"12,50"\n31/12/2026,"1.000,00"\n',
    input: commas,
    types: { fecha: 'dmy', importe: 'number_comma' },
  },
  'months as words': {
    paste: 'date;n\n10 Mar 2026 09:26;1\n11 Apr 2026 10:00;2\n',
    input: semicolons,
    types: { date: 'dmy', n: 'integer' },
    links: {},
  },
  'a Shopify orders export': {
    paste:
      'Name,Email,Financial Status,Paid at,Currency,Subtotal,Shipping,Taxes,Total,Lineitem quantity,Lineitem name,Billing City,Billing Zip,Billing Country,Phone,Id\n' +
      "#1001,ada@example.com,paid,2026-03-14 09:26:53 +0100,EUR,50.00,4.90,9.55,59.80,2,Notes,London,'SW1A 1AA,GB,+442071234567,5012345678901\n",
    input: commas,
    records: 1,
    types: { Paid_at: 'ymd', Total: 'number', Subtotal: 'number', Lineitem_quantity: 'integer' },
    texts: ['Id', 'Name', 'Phone'],
    links: { email: 'Email', phone: 'Phone', city: 'Billing_City', country: 'Billing_Country' },
    personal: ['Email', 'Phone', 'Billing_City', 'Billing_Zip'],
  },
  'a WooCommerce orders export': {
    paste:
      'order_id,order_number,date_created,status,shipping_total,tax_total,order_total,order_currency,payment_method,billing_first_name,billing_last_name,billing_email,billing_phone,customer_id\n' +
      '812,812,2026-03-14 09:26:53,processing,4.90,9.55,59.80,EUR,paypal,Ada,Lovelace,ada@example.com,02071234567,33\n',
    input: commas,
    types: { date_created: 'ymd', order_total: 'number', shipping_total: 'number' },
    texts: ['order_id', 'billing_phone', 'customer_id'],
    event: 'purchase',
    links: {
      transaction_id: 'order_id',
      value: 'order_total',
      currency: 'order_currency',
      tax: 'tax_total',
      shipping: 'shipping_total',
      email: 'billing_email',
      phone: 'billing_phone',
      user_id: 'customer_id',
    },
  },
  'a HubSpot contacts export': {
    paste:
      'Record ID,First Name,Last Name,Email,Phone Number,Create Date,Lifecycle Stage\n51,Ada,Lovelace,ada@example.com,,2026-03-14 09:26,lead\n',
    input: commas,
    types: { Create_Date: 'ymd' },
    texts: ['Record_ID'],
    event: 'lead',
    links: { email: 'Email', first_name: 'First_Name', last_name: 'Last_Name', event_time: 'Create_Date' },
  },
  'a Salesforce report': {
    paste:
      '"Lead ID","First Name","Last Name","Company","Email","Lead Source","Created Date"\n"00Q5g00000AbCdE","Ada","Lovelace","Analytical Ltd","ada@example.com","Web","14/03/2026, 09:26"\n',
    input: commas,
    records: 1,
    types: { Created_Date: 'dmy' },
    event: 'lead',
    links: { user_id: 'Lead_ID', email: 'Email', source: 'Lead_Source', event_time: 'Created_Date' },
  },
  'a Mailchimp audience export': {
    paste:
      'Email Address,First Name,Last Name,OPTIN_TIME,OPTIN_IP,LEID,EUID\nada@example.com,Ada,Lovelace,2026-03-14 09:26:53,203.0.113.7,4711,ab12cd34ef\n',
    input: commas,
    types: { OPTIN_TIME: 'ymd' },
    event: 'subscribe',
    links: { email: 'Email_Address', event_time: 'OPTIN_TIME' },
    personal: ['Email_Address', 'First_Name', 'Last_Name', 'OPTIN_IP'],
  },
  'a Stripe payments export': {
    paste:
      'id,Created date (UTC),Amount,Amount Refunded,Currency,Customer Email,Status\nch_3Nq,2026-03-14 09:26:53,59.80,0.00,eur,ada@example.com,Paid\n',
    input: commas,
    types: { Created_date_UTC: 'ymd', Amount: 'number', Amount_Refunded: 'number' },
    texts: ['id', 'Currency'],
    links: { email: 'Customer_Email' },
  },
  'a list of addresses': {
    paste: 'email\nada@example.com\nbo@example.com\n',
    input: commas,
    records: 2,
    links: { email: 'email' },
  },
  'JSON in a column': {
    paste: 'id;payload\n1;"{""a"":1}"\n2;"{""a"":2}"\n',
    input: semicolons,
    types: { payload: 'json' },
  },
  'formulas and scripts, which are text': {
    paste: 'name,note\n"=HYPERLINK(""http://x"")",<script>alert(1)</script>\n@SUM(A1),+cmd|x\n',
    input: commas,
    first: { name: '=HYPERLINK("http://x")', note: '<script>alert(1)</script>' },
    texts: ['name', 'note'],
  },
  'names in Cyrillic and with accents': {
    paste: 'Prénom,имя,Größe (cm)\nAda,Ада,170\n',
    input: { ...commas, names: 'romanized' },
    first: { Prenom: 'Ada', imia: 'Ада', Groesse_cm: '170' },
  },
  'old Macintosh line ends': {
    paste: 'a,b\r1,2\r3,4\r',
    input: commas,
    records: 2,
    types: { a: 'integer', b: 'integer' },
  },
}
