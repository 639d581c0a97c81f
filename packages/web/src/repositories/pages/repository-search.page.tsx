import type { CodeSearchFile, RepositorySearchPageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { FileSearch, SearchX, TimerOff } from 'lucide-react';
import { useState } from 'react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { MatchedFile } from '../files/matched-file.tsx';
import { RefSwitcher } from '../refs/ref-switcher.tsx';

function SearchField({ query }: { query: string }) {
  const { setSearch } = usePageUrl();
  const [text, setText] = useState(query);
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void setSearch({ search: text.trim() });
      }}
      className="flex min-w-64 flex-1 items-end gap-2"
    >
      <TextField
        label="Search code"
        labelHidden
        type="search"
        icon={FileSearch}
        placeholder="Search file contents"
        value={text}
        onValueChange={setText}
        className="min-w-0 flex-1"
      />
      <Button type="submit" variant="primary">
        Search
      </Button>
    </form>
  );
}

function Results({ data, files }: { data: RepositorySearchPageData; files: readonly CodeSearchFile[] }) {
  if (data.query === '') {
    return (
      <EmptyState icon={FileSearch} title="Search this repository" text="Search file contents (case-insensitive)." />
    );
  }
  if (data.ref === null) {
    return <EmptyState icon={SearchX} title="Not found" text="The branch, tag or commit does not exist." />;
  }
  if (data.isTimedOut) {
    return (
      <EmptyState icon={TimerOff} title="The search took too long" text="Try a longer or more specific search term." />
    );
  }
  if (files.length === 0) {
    return <EmptyState icon={SearchX} title="No results" text={`No lines on ${data.ref.name} contain this text.`} />;
  }
  return (
    <>
      <p role="status" className="mb-3 text-fg-muted">
        {`${data.isTruncated ? 'The first ' : ''}${plural(data.matchCount, 'line')} in ${plural(files.length, 'file')}`}
      </p>
      {files.map((file) => (
        <MatchedFile key={file.path} file={file} />
      ))}
    </>
  );
}

export default function RepositorySearchPage() {
  const { data } = usePage<RepositorySearchPageData>();
  return (
    <PageBody width="full">
      <PageHeader title="Search code" />
      <div className="mb-4 flex flex-wrap items-end gap-2">
        <RefSwitcher
          current={data.ref}
          refsPath={data.refsPath}
          hrefFor={(ref) => repositoryPaths.search(data.projectPath, data.query, ref)}
        />
        <SearchField key={data.query} query={data.query} />
      </div>
      <Results data={data} files={data.files} />
    </PageBody>
  );
}
