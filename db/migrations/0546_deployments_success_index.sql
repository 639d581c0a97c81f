-- Finds the first successful deployment of a branch to an environment since a moment.
CREATE INDEX deployments_success ON deployments (environment_id, ref, finished_at, id) WHERE status = 'success';
