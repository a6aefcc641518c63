-- Days on which a promise was broken, the last 30 days. No row means that all hold; set an alert on "has results".
SELECT *
FROM sluice.reconciliation
WHERE undecided + unexplained + delivered_without_event + delivered_before_stored + delivered_though_restricted
    + delivered_twice + without_reason + unknown_outcome + stored_and_quarantined + messages_with_two_ids
    + ids_of_two_events > 0
ORDER BY day DESC
