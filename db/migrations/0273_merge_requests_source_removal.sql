-- The source branch is removed by a job after its merge; until it came to an end, or this moment, pages say that it goes.

ALTER TABLE merge_requests
  ADD COLUMN source_removal_until timestamptz;
