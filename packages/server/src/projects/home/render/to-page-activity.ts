import type { ActivityItem } from '@tributary/contract/projects/page.ts';
import { toUserRef } from '../../render/to-rest-user.ts';
import type { ActivityView } from '../reads/activity.ts';

/** `pushed to` + `branch` → "pushed to branch"; what is not named here stands alone. */
const NOUNS: Record<string, string> = {
  branch: 'branch',
  tag: 'tag',
  issue: 'issue',
  merge_request: 'merge request',
  milestone: 'milestone',
  commit: 'commit',
  project: 'project',
};

const ICONS: Record<string, string> = {
  branch: 'branch',
  tag: 'tag',
  issue: 'issue',
  merge_request: 'merge-request',
  milestone: 'milestone',
  commit: 'commit',
  project: 'project',
};

/** Where an entry leads: paths that start with /-/ hang on the project, wherever it is now. */
function pathOf(event: ActivityView['event'], project: ActivityView['project']): string | null {
  // Entries of before kept an address of tags that no page stands at.
  const path = event.target_type === 'tag' ? event.target_path?.replace(/^\/-\/tags\//, '/-/tree/') : event.target_path;
  return path?.startsWith('/-/') && project ? `/${project.full_path}${path}` : (path ?? null);
}

export function toActivityItem({ event, author, project }: ActivityView): ActivityItem {
  const noun = NOUNS[event.target_type ?? ''];
  // REST clients know a merge as `accepted`.
  const action = event.action === 'accepted' ? 'merged' : event.action;
  const path = pathOf(event, project);
  const sign = path?.includes('/-/issues/') ? '#' : '!';
  const title = event.target_iid === null ? event.target_title : `${sign}${event.target_iid} ${event.target_title}`;
  const home = project && { name: project.name, fullPath: project.full_path, href: `/${project.full_path}` };
  // The project is what it is about, not where it happened.
  const isOfProject = event.target_type === 'project' && title === '' && home !== null;
  return {
    id: event.id,
    at: event.created_at.toISOString(),
    actor: toUserRef(author),
    action: noun === undefined ? action : `${action} ${noun}`,
    target: isOfProject
      ? { text: home.fullPath, href: home.href }
      : title === ''
        ? null
        : { text: title, href: path ?? '' },
    project: isOfProject ? null : home,
    detail: event.detail === '' ? null : event.detail,
    icon: ICONS[event.target_type ?? ''] ?? 'activity',
  };
}
