import { defineProjectNav } from '../projects/index.ts';

defineProjectNav({
  key: 'environments',
  label: 'Environments',
  icon: 'projects',
  path: 'environments',
  order: 35,
  feature: 'repository',
  ability: 'read_environment',
});
