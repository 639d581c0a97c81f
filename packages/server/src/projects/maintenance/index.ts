import './jobs/keep-repositories-fit.ts';
