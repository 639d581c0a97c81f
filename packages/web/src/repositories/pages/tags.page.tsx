import type { TagsPageData } from '@tributary/contract/projects/repository-page.ts';
import { Plus, Tag } from 'lucide-react';
import { useState } from 'react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { NewRefDialog } from '../dialogs.tsx';
import { TagListRow } from '../refs/tag-list-row.tsx';

const SORTS = [
  { value: 'updated_desc', label: 'Last updated' },
  { value: 'updated_asc', label: 'Oldest updated' },
  { value: 'version_desc', label: 'Highest version' },
  { value: 'name_asc', label: 'Name' },
];

export default function TagsPage() {
  const { data } = usePage<TagsPageData>();
  const { hrefWith } = usePageUrl();
  const [isCreating, setCreating] = useState(false);
  const newTag = data.can.create && (
    <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      New tag
    </Button>
  );
  return (
    <PageBody>
      <PageHeader title="Tags" actions={newTag} />
      <PageFilterBar fields={[]} sorts={SORTS} placeholder="Search tags" />
      {data.tags.length === 0 && data.pager.page > 1 ? (
        <PageBeyond />
      ) : data.tags.length === 0 ? (
        <EmptyState
          icon={Tag}
          title={data.search === '' ? 'No tags yet' : 'No matching tags'}
          text={data.search === '' ? 'Use tags to mark specific commits, such as releases.' : 'Try a different name.'}
        />
      ) : (
        <List label="Tags" className="bg-raised">
          {data.tags.map((tag) => (
            <TagListRow key={tag.name} tag={tag} projectId={data.projectId} />
          ))}
        </List>
      )}
      <Pagination
        page={data.pager.page}
        hasNext={data.pager.hasNext}
        totalPages={data.pager.total === null ? undefined : Math.ceil(data.pager.total / data.pager.perPage)}
        hrefFor={(page) => hrefWith({ page: page === 1 ? null : String(page) })}
        label="Pages of tags"
      />
      {isCreating && (
        <NewRefDialog
          kind="tag"
          projectId={data.projectId}
          projectPath={data.projectPath}
          refsPath={data.refsPath}
          from={data.defaultBranch ?? ''}
          onClose={() => setCreating(false)}
        />
      )}
    </PageBody>
  );
}
