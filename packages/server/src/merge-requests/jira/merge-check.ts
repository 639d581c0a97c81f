import type { Extensions } from '../../platform/extensions.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { projectFact, requestFact } from '../readiness/built-in-facts.ts';
import { CHECK_ORDER, defineMergeCheck } from '../readiness/define-check.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { jiraKeys, jiraProjects } from './jira-keys.ts';

type Request = Pick<MergeRequestRow, 'title' | 'description'>;
type Project = Pick<ProjectRow, 'jira_url' | 'jira_project_keys' | 'prevent_merge_without_jira_issue'>;

/** The issues of Jira that a request names in its title or description, and whether it must name one. */
export function jiraAssociations(request: Request, project: Project): { enforced: boolean; issue_keys: string[] } {
  if (project.jira_url === null) return { enforced: false, issue_keys: [] };
  return {
    enforced: project.prevent_merge_without_jira_issue,
    issue_keys: jiraKeys([request.title, request.description], jiraProjects(project.jira_project_keys)),
  };
}

export const jiraMergeCheck: Extensions = [
  defineMergeCheck({
    id: 'jira_association_missing',
    status: 'jira_association_missing',
    order: CHECK_ORDER.jira,
    needs: { request: requestFact, project: projectFact },
    evaluate: ({ request, project }) => {
      if (!project.prevent_merge_without_jira_issue) return { state: 'off' };
      const { enforced, issue_keys: keys } = jiraAssociations(request, project);
      if (!enforced) return { state: 'off' };
      return keys.length > 0 ? { state: 'passed' } : { state: 'failed', clearedBy: 'author', action: 'edit_title' };
    },
    message: () => 'Merge blocked: a Jira issue key must be mentioned in the title or description.',
  }),
];
