-- Coverage in percent below which a rule about coverage asks for its approvals, also where the coverage did not fall.
ALTER TABLE approval_rules
  ADD COLUMN coverage_minimum_threshold double precision CHECK (
    coverage_minimum_threshold IS NULL OR (coverage_minimum_threshold BETWEEN 0 AND 100 AND report_type IS NOT NULL)
  );
