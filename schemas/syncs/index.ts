/** Reverse ETL: lists all syncs. The settings of a stack configure them. */
export { conversions } from './conversions.ts'
export { customerProfiles } from './customer_profiles.ts'
export { lapsedCustomers } from './lapsed_customers.ts'
