import { encodePath } from '@tributary/contract/projects/repository-paths.ts';

/** Addresses of pages. */
export const pipelinePath = (fullPath: string, id: number): string => `/${encodePath(fullPath)}/-/pipelines/${id}`;
export const jobPath = (fullPath: string, id: number): string => `/${encodePath(fullPath)}/-/jobs/${id}`;
