import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { canPickMerged, type MergeRequestAccess } from '../../merge-requests/index.ts';
import type { Context } from '../../platform/context.ts';
import { escapeHtml } from '../../platform/markup/index.ts';

const DIALOGS = [
  { name: 'revert', title: 'Revert this merge request', way: 'revert' },
  { name: 'cherry-pick', title: 'Cherry-pick this merge request', way: 'cherry_pick' },
];

/**
 * HTML that a front end puts below the panel of a merged request: one element for each dialog, with what it needs to
 * take the change back or to bring it to another branch. Empty for who may not, and before the merge.
 */
export function commitChangeContent(ctx: Context, found: MergeRequestAccess): string {
  const { row, access } = found;
  const sha = row.merge_commit_sha ?? row.squash_commit_sha ?? row.merged_commit_sha ?? row.head_sha;
  if (sha === null || !canPickMerged(ctx, found)) return '';
  const { id, full_path: fullPath } = access.project;
  return DIALOGS.map(({ name, title, way }) => {
    const data: Record<string, string> = {
      title,
      endpoint: `/api/v4/projects/${id}/repository/commits/${sha}/${way}`,
      branch: row.target_branch,
      branchesEndpoint: repositoryPaths.refs(fullPath),
      pushCode: 'true',
    };
    const attributes = Object.entries(data).map(([key, value]) => ` data-${kebab(key)}="${escapeHtml(value)}"`);
    return `<div id="js-${name}-commit-modal"${attributes.join('')}></div>\n`;
  }).join('');
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
