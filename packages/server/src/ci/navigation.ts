import type { Extensions } from '../platform/extensions.ts';
import { defineProjectNav } from '../projects/index.ts';

export const ciNavigation: Extensions = [
  defineProjectNav({
    key: 'pipelines',
    label: 'Pipelines',
    icon: 'pipeline',
    path: 'pipelines',
    order: 20,
    group: 'Build',
    feature: 'repository',
    ability: 'read_pipeline',
  }),
  defineProjectNav({
    key: 'jobs',
    label: 'Jobs',
    icon: 'job',
    path: 'jobs',
    order: 20.5,
    group: 'Build',
    feature: 'repository',
    ability: 'read_pipeline',
  }),
  defineProjectNav({
    key: 'ci_editor',
    label: 'Pipeline editor',
    icon: 'code',
    path: 'ci/editor',
    order: 21,
    group: 'Build',
    feature: 'repository',
    ability: 'lint_ci_config',
  }),
];
