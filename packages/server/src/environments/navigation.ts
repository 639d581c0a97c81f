import { defineProjectNav } from '../projects/index.ts';

defineProjectNav({
  key: 'environments',
  label: 'Environments',
  icon: 'projects',
  path: 'environments',
  order: 22,
  group: 'Build',
  feature: 'repository',
  ability: 'read_environment',
});
