import './note-pushes.ts';
import './registrations.ts';

export { archiveProject } from './operations/archive-project.ts';
export { createProject, type NewProjectInput } from './operations/create-project.ts';
export { deleteProject } from './operations/delete-project.ts';
export { starProject } from './operations/star-project.ts';
export { transferProject } from './operations/transfer-project.ts';
export { updateProject } from './operations/update-project.ts';
export { onProjectCreated, onProjectTransferred } from './project-hooks.ts';
export { countProjects, listProjects, type ProjectFilter } from './reads/list-projects.ts';
export { projectLanguages } from './reads/project-languages.ts';
export { getProjectView, type ProjectView, projectViews } from './reads/project-views.ts';
export { recoverProjectsJob } from './recover-projects.ts';
export { onProjectRemoval } from './remove-project.ts';
