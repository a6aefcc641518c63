-- Errors whose events are still not delivered or reprocessed, the most frequent first. Table.
SELECT source, destination, event_name, outcome, reason, detail, open_events, first_seen, last_seen, example_event_id
FROM sluice.top_errors
WHERE open_events > 0
ORDER BY open_events DESC, last_seen DESC
LIMIT 100
