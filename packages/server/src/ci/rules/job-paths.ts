import { encodePath } from '@tributary/contract/projects/repository-paths.ts';

/** Addresses of pages. */
export const pipelinePath = (fullPath: string, id: number): string => `/${encodePath(fullPath)}/-/pipelines/${id}`;
export const jobPath = (fullPath: string, id: number): string => `/${encodePath(fullPath)}/-/jobs/${id}`;

const OF_REQUEST = /^refs\/merge-requests\/(\d+)\/(?:head|merge|train)$/;

/** What a pipeline ran on and where it is shown; for a ref of a merge request that is the merge request. */
export function refView(fullPath: string, ref: string): { name: string; path: string } {
  const iid = OF_REQUEST.exec(ref)?.[1];
  const project = `/${encodePath(fullPath)}`;
  return iid === undefined
    ? { name: ref, path: `${project}/-/commits/${encodePath(ref)}` }
    : { name: `!${iid}`, path: `${project}/-/merge_requests/${iid}` };
}
