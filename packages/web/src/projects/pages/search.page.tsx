import type { SearchItem, SearchPageData } from '@tributary/contract/projects/page.ts';
import { Search, SearchX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { NamedIcon } from '../../ui/named-icon.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ListPages } from '../containers/project-list.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Users and places have an endpoint, everything else an icon. */
function Visual({ item }: { item: SearchItem }) {
  const isPerson = item.icon === 'user';
  if (isPerson || item.icon === 'project' || item.icon === 'group') {
    return <Avatar name={item.title} id={Number(item.id) || 0} src={item.avatarUrl} size={24} square={!isPerson} />;
  }
  return <NamedIcon name={item.icon} size={16} className="text-fg-muted" />;
}

function Row({ item }: { item: SearchItem }) {
  return (
    <ListRow
      leading={<Visual item={item} />}
      title={<bdi>{item.title}</bdi>}
      href={item.href}
      badges={item.facts.map((fact) => (
        <Badge key={fact}>{fact}</Badge>
      ))}
      meta={
        <>
          {item.reference}
          {item.person && (
            <>
              {' by '}
              <bdi>{item.person.name}</bdi>
            </>
          )}
          {item.at && (
            <>
              {(item.reference !== null || item.person !== null) && ' · '}
              <Time value={item.at} />
            </>
          )}
          {item.excerpt && (
            <span className="line-clamp-2">
              <bdi>{item.excerpt}</bdi>
            </span>
          )}
        </>
      }
    />
  );
}

function SearchBox({ data }: { data: SearchPageData }) {
  const { setSearch } = usePageUrl();
  const [text, setText] = useState(data.query);
  const known = useRef(data.query);
  useEffect(() => {
    // Back, forward or another search from the palette: the box follows the address.
    if (known.current !== data.query) setText(data.query);
    known.current = data.query;
  }, [data.query]);
  return (
    <form
      role="search"
      data-native
      className="flex items-end gap-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        known.current = text.trim();
        void setSearch({ search: text.trim(), page: null });
      }}
    >
      <div className="flex-1">
        <TextField
          label="Search for"
          labelHidden
          type="search"
          icon={Search}
          autoFocus={data.query === ''}
          placeholder={data.within === null ? 'Search' : `Search in ${data.within.name}`}
          value={text}
          onValueChange={setText}
        />
      </div>
      <Button type="submit" variant="primary">
        Search
      </Button>
    </form>
  );
}

function Within({ within }: { within: NonNullable<SearchPageData['within']> }) {
  const { hrefWith } = usePageUrl();
  return (
    <>
      Within <TextLink href={within.href}>{within.fullPath}</TextLink> ·{' '}
      <TextLink href={hrefWith({ project_id: null, group_id: null, page: null })}>Search everywhere</TextLink>
    </>
  );
}

function Results({ data }: { data: SearchPageData }) {
  if (data.query === '') {
    return (
      <EmptyState
        icon={Search}
        title="Search everything you have access to"
        text="Search projects, users, issues and merge requests by name or text."
      />
    );
  }
  if (data.items.length === 0) {
    return data.paging.page > 1 ? (
      <PageBeyond />
    ) : (
      <EmptyState
        icon={SearchX}
        title="No results"
        text={`No results for “${data.query}”. Try fewer or different words.`}
      />
    );
  }
  return (
    <List label="Results">
      {data.items.map((item) => (
        <Row key={item.id} item={item} />
      ))}
    </List>
  );
}

export default function SearchPage() {
  const { data } = usePage<SearchPageData>();
  const { hrefWith } = usePageUrl();
  return (
    <PageBody>
      <PageHeader title="Search" meta={data.within ? <Within within={data.within} /> : undefined} />
      <SearchBox data={data} />
      <LinkTabs
        label="Result type"
        items={data.scopes.map((scope) => ({
          key: scope.key,
          label: scope.label,
          count: scope.count ?? undefined,
          active: scope.key === data.scope,
          href: hrefWith({ scope: scope.key, page: null }),
        }))}
      />
      <div className="pt-4">
        <Results data={data} />
      </div>
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
