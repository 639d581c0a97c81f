import type { GroupCard, ProjectCard } from '@tributary/contract/projects/page.ts';
import type { ReactNode } from 'react';
import { List } from '../../ui/list-row.tsx';
import { GroupCardRow, ProjectCardRow } from './project-card-row.tsx';
import { ProjectList } from './project-list.tsx';
import { VisibilityField } from './visibility-field.tsx';

export const group = 'Projects and groups';

const hourMs = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * hourMs).toISOString();

function project(id: number, name: string, parts: Partial<ProjectCard> = {}): ProjectCard {
  return {
    id,
    name,
    fullPath: `river-works/project-${id}`,
    href: '/-/gallery',
    avatarUrl: null,
    namespaceName: 'River Works',
    description: '',
    visibility: 'private',
    archived: false,
    starCount: 0,
    forksCount: 0,
    starred: false,
    lastActivityAt: ago(id * 7),
    role: null,
    topics: [],
    pipeline: null,
    ...parts,
  };
}

const projects = [
  project(1, 'Sluice Control', {
    description: 'Opens and closes the gates when the water says so, and keeps a log of every movement.',
    visibility: 'public',
    role: 'Maintainer',
    starCount: 12,
    forksCount: 3,
    topics: ['hydro', 'control', 'typescript'],
    pipeline: { state: 'success', hasWarnings: true, href: '/hydro/control/-/pipelines/7' },
  }),
  project(2, 'A project whose name goes on and on because nobody told its maker that names are typed by others', {
    namespaceName: 'River Works / Platform / Observability and Very Long Named Tooling Department',
    visibility: 'internal',
    starCount: 1_204,
  }),
  project(3, 'לוח מחוונים', { description: 'תיאור מימין לשמאל', role: 'Guest' }),
  project(4, '🌊 Tides', { archived: true, role: 'Owner' }),
];

function groupCard(id: number, name: string, parts: Partial<GroupCard> = {}): GroupCard {
  return {
    id,
    name,
    fullPath: `group-${id}`,
    href: '/-/gallery',
    avatarUrl: null,
    description: '',
    visibility: 'private',
    projectCount: 0,
    subgroupCount: 0,
    role: null,
    ...parts,
  };
}

const filters = { search: '', sort: 'updated_desc', visibility: null, archived: 'exclude' } as const;
const nothing = { page: 1, perPage: 20, total: 0, hasNext: false };
const empty = { title: 'No projects yet', text: 'Projects you create or are added to appear here.' };

export const states: Record<string, ReactNode> = {
  Projects: (
    <List label="Projects">
      {projects.map((each) => (
        <ProjectCardRow key={each.id} project={each} />
      ))}
    </List>
  ),
  'Projects of one namespace': (
    <List label="Projects of the group">
      {projects.slice(0, 2).map((each) => (
        <ProjectCardRow key={each.id} project={each} namespaceHidden />
      ))}
    </List>
  ),
  Groups: (
    <List label="Groups">
      <GroupCardRow
        group={groupCard(1, 'Platform', {
          description: 'What everybody stands on',
          visibility: 'public',
          projectCount: 34,
          subgroupCount: 1,
          role: 'Owner',
        })}
      />
      <GroupCardRow group={groupCard(2, 'فريق التصميم', { projectCount: 1 })} />
    </List>
  ),
  'No projects': <ProjectList projects={[]} paging={nothing} filters={filters} empty={empty} />,
  'No matching projects': (
    <ProjectList projects={[]} paging={nothing} filters={{ ...filters, search: 'sluice' }} empty={empty} />
  ),
  'Beyond the last page': (
    <ProjectList projects={[]} paging={{ ...nothing, page: 9 }} filters={filters} empty={empty} />
  ),
  'Visibility within a private group': (
    <VisibilityField
      value="private"
      onValueChange={() => undefined}
      choices={[
        { value: 'private', refusal: null },
        { value: 'internal', refusal: 'internal is not allowed in a private group.' },
        { value: 'public', refusal: 'public is not allowed in a private group.' },
      ]}
    />
  ),
};
