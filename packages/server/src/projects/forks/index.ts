import './jobs/fork-repository.ts';

export { getForkSource, listFamily } from './fork-family.ts';
export { forkProject, type NewFork } from './operations/fork-project.ts';
