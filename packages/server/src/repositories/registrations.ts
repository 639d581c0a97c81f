import type { Extensions } from '../platform/extensions.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { defineProjectNav, onFirstBranch, type ProjectAccess } from '../projects/index.ts';
import { protectDefaultBranch } from './protection/branch-rights.ts';

const CODE = { group: 'Code', feature: 'repository', ability: 'read_code' } as const;

/** Below an address that names a ref; nothing to see there while the project is empty. */
function atDefaultBranch(kind: string): (access: ProjectAccess) => string | null {
  return ({ project }) =>
    project.is_empty || project.default_branch === null ? null : `${kind}/${encodePath(project.default_branch)}`;
}

export const repositoriesRegistrations: Extensions = [
  defineProjectNav({ key: 'files', label: 'Files', icon: 'file', path: atDefaultBranch('tree'), order: 10, ...CODE }),
  defineProjectNav({
    key: 'commits',
    label: 'Commits',
    icon: 'commit',
    path: atDefaultBranch('commits'),
    order: 11,
    ...CODE,
  }),
  defineProjectNav({ key: 'branches', label: 'Branches', icon: 'branch', path: 'branches', order: 12, ...CODE }),
  defineProjectNav({ key: 'tags', label: 'Tags', icon: 'tag', path: 'tags', order: 13, ...CODE }),
  defineProjectNav({ key: 'compare', label: 'Compare', icon: 'compare', path: 'compare', order: 14, ...CODE }),
  defineProjectNav({
    key: 'repository_settings',
    label: 'Repository',
    icon: 'code',
    path: 'settings/repository',
    order: 92,
    group: 'Settings',
    ability: 'read_project_settings',
  }),
  onFirstBranch(protectDefaultBranch),
];
