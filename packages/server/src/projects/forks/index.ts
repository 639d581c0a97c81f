import './jobs/fork-repository.ts';

export { listFamily } from './fork-family.ts';
