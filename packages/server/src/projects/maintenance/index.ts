import './jobs/maintain-repositories.ts';
