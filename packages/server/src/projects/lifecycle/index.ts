import './note-pushes.ts';
import './recover-projects.ts';
import './registrations.ts';

export { createProject } from './operations/create-project.ts';
export { onProjectRemoval } from './remove-project.ts';
