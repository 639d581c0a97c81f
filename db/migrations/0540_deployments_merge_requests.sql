-- The merge requests whose commits a successful deployment brought to its environment.
CREATE TABLE merge_request_deployments (
  merge_request_id bigint NOT NULL REFERENCES merge_requests ON DELETE CASCADE,
  deployment_id bigint NOT NULL REFERENCES deployments ON DELETE CASCADE,
  PRIMARY KEY (merge_request_id, deployment_id)
);
CREATE INDEX merge_request_deployments_deployment ON merge_request_deployments (deployment_id);

-- Deployments made so far: the first of the target branch since the merge, as lists of merge requests told it until now.
INSERT INTO merge_request_deployments (merge_request_id, deployment_id)
SELECT m.id, first.id
FROM merge_requests m
JOIN environments e ON e.project_id = m.target_project_id
CROSS JOIN LATERAL (
  SELECT d.id FROM deployments d
  WHERE d.environment_id = e.id AND d.ref = m.target_branch AND d.status = 'success' AND d.finished_at >= m.merged_at
  ORDER BY d.finished_at, d.id LIMIT 1) first
WHERE m.state = 'merged';
