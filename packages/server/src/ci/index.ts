/**
 * Owns pipelines with their stages and jobs, and what other systems report on commits: each report is a job of an external
 * pipeline. Knows nothing of merge requests: a pipeline has an opaque subject, and `pipeline.changed` tells who cares.
 * Endpoints are composed in `endpoints/index.ts`. Start with `tables.ts`, `rules/` and `operations/refresh-pipeline.ts`.
 */
import './events.ts';
import './tables.ts';
import './endpoints/commit-pipelines.ts';

export { commitStatus } from './reads/commit-statuses.ts';
export * from './reports/index.ts';
