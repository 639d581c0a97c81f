import { defineProjectNav } from '../projects/index.ts';

defineProjectNav({
  key: 'environments',
  label: 'Environments',
  icon: 'projects',
  path: 'environments',
  order: 38,
  feature: 'repository',
  ability: 'read_environment',
});
