/** Automated actions: all that there are. A stack says which of them are in force, and to which destination. */
export { big_purchase } from './big_purchase.ts'
export { cart_left } from './cart_left.ts'
export { repeat_buyer } from './repeat_buyer.ts'
