-- The tier that the job of a deployment names: it counts for protections, beside that of the environment.

ALTER TABLE deployments ADD COLUMN deployment_tier text;
