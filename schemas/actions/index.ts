/** Automated actions: lists all actions. The settings of a stack configure them. */
export { big_purchase } from './big_purchase.ts'
export { cart_left } from './cart_left.ts'
export { repeat_buyer } from './repeat_buyer.ts'
