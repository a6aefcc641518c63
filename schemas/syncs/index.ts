/** Reverse ETL: all syncs that there are. A stack says which of them run, and to which destination. */
export { customerProfiles } from './customer_profiles.ts'
export { lapsedCustomers } from './lapsed_customers.ts'
