import { defineProjectNav } from '../projects/index.ts';

defineProjectNav({
  key: 'pipelines',
  label: 'Pipelines',
  icon: 'pipeline',
  path: 'pipelines',
  order: 20,
  group: 'Build',
  feature: 'repository',
  ability: 'read_pipeline',
});
