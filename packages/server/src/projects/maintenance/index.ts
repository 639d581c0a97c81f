import './jobs/keep-repositories-fit.ts';

export { maintainRepositoryJob } from './jobs/keep-repositories-fit.ts';
