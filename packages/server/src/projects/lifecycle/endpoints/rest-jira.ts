import { restIntegration, jiraIntegrationInput } from '@tributary/contract/projects/integrations.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { getProjectAccess, type ProjectAccess } from '../../access/project-access.ts';
import { inProject } from '../../access/subjects.ts';
import { updateProject } from '../operations/update-project.ts';

const path = '/projects/:id/integrations/jira';
const tag = 'Projects';

function render({ project }: ProjectAccess) {
  if (project.jira_url === null) throw new AppError('not_found', { resource: 'Integration' });
  return {
    id: project.id,
    title: 'Jira' as const,
    slug: 'jira' as const,
    active: true as const,
    properties: { url: project.jira_url, project_keys: project.jira_project_keys ?? '' },
  };
}

/** Issues of Jira that merge requests name; Jira itself is not called. */
export const jiraRoutes = [
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_project_settings',
    summary: 'Get the Jira integration of a project',
    tag,
    subject: inProject,
    response: restIntegration,
    handle: ({ subject }) => Promise.resolve(render(subject)),
  }),
  defineRoute({
    method: 'PUT',
    path,
    ability: 'update_project',
    summary: 'Set up the Jira integration of a project',
    tag,
    subject: inProject,
    input: jiraIntegrationInput,
    response: restIntegration,
    handle: async ({ ctx, subject, input }) => {
      const projectId = subject.project.id;
      await updateProject(ctx, { projectId, jira_url: input.url, jira_project_keys: input.project_keys });
      return render(await getProjectAccess(ctx, projectId));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path,
    ability: 'update_project',
    summary: 'Remove the Jira integration of a project',
    tag,
    subject: inProject,
    handle: ({ ctx, subject }) =>
      updateProject(ctx, { projectId: subject.project.id, jira_url: null, jira_project_keys: null }),
  }),
];
