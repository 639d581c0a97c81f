import type { Extensions } from '../platform/extensions.ts';
import { defineProjectNav } from '../projects/index.ts';

export const environmentsNavigation: Extensions = [
  defineProjectNav({
    key: 'environments',
    label: 'Environments',
    icon: 'projects',
    path: 'environments',
    order: 22,
    group: 'Build',
    feature: 'repository',
    ability: 'read_environment',
  }),
];
