-- 點數交易明細 reads the whole ledger by the time of posting or by the day of business (domain 4.11).

-- Newest first: a page is read off the end of the index. Postings come in the order of time, so that the index grows at its end only, and
-- the entries of one posting share one item of it.
create index point_entry_posted on point_entry (posted_at);
-- Days of business, with when their entries were posted: that is the order of the list, and where it has to begin.
create index point_entry_business_date on point_entry (business_date, posted_at);
