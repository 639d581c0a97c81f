import type { ListPaging, ProjectCard, ProjectFilters, ProjectSort } from '@tributary/contract/projects/page.ts';
import { FolderOpen, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ProjectCardRow } from './project-card-row.tsx';

const SORTS: readonly { value: ProjectSort; label: string }[] = [
  { value: 'updated_desc', label: 'Recently active' },
  { value: 'created_desc', label: 'Newest' },
  { value: 'name_asc', label: 'Name' },
  { value: 'stars_desc', label: 'Most stars' },
];

const FIELDS = [
  {
    key: 'visibility',
    label: 'Visibility',
    options: [
      { id: 'private', text: 'Private' },
      { id: 'internal', text: 'Internal' },
      { id: 'public', text: 'Public' },
    ],
  },
  {
    key: 'archived',
    label: 'Archived',
    options: [
      { id: 'include', text: 'Include' },
      { id: 'only', text: 'Only' },
    ],
  },
];

export function ListPages({ paging }: { paging: ListPaging }) {
  const { hrefWith } = usePageUrl();
  if (paging.page === 1 && !paging.hasNext) return null;
  return (
    <Pagination
      page={paging.page}
      totalPages={paging.total === null ? undefined : Math.max(1, Math.ceil(paging.total / paging.perPage))}
      hasNext={paging.hasNext}
      hrefFor={(page) => hrefWith({ page: String(page) })}
    />
  );
}

export type ProjectListProps = {
  projects: readonly ProjectCard[];
  paging: ListPaging;
  filters: ProjectFilters;
  /** Shown when there is nothing although nothing was filtered. */
  empty: { title: string; text: string; action?: ReactNode };
  namespaceHidden?: boolean;
};

function NoProjects({ paging, filters, empty }: Pick<ProjectListProps, 'paging' | 'filters' | 'empty'>) {
  const isFiltered = filters.search !== '' || filters.visibility !== null || filters.archived === 'only';
  if (paging.page > 1) return <PageBeyond />;
  if (isFiltered) {
    return <EmptyState icon={SearchX} title="No matching projects" text="Remove a filter or try a different search." />;
  }
  return <EmptyState icon={FolderOpen} title={empty.title} text={empty.text} action={empty.action} />;
}

/** Projects with search, filters and order in the address. */
export function ProjectList({ projects, paging, filters, empty, namespaceHidden = false }: ProjectListProps) {
  return (
    <>
      <PageFilterBar fields={FIELDS} sorts={SORTS} placeholder="Search projects" />
      {projects.length > 0 ? (
        <List label="Projects">
          {projects.map((project) => (
            <ProjectCardRow key={project.id} project={project} namespaceHidden={namespaceHidden} />
          ))}
        </List>
      ) : (
        <NoProjects paging={paging} filters={filters} empty={empty} />
      )}
      <ListPages paging={paging} />
    </>
  );
}
