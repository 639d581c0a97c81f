import type { SearchItem, SearchPageData } from '@tributary/contract/projects/page.ts';
import { Search, SearchX } from 'lucide-react';
import { useState } from 'react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { NamedIcon } from '../../ui/named-icon.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ListPages } from '../places/project-list.tsx';

function Row({ item }: { item: SearchItem }) {
  return (
    <ListRow
      leading={
        <span className="text-fg-muted">
          <NamedIcon name={item.icon} size={16} />
        </span>
      }
      title={item.title}
      href={item.href}
      badges={item.facts.map((fact) => (
        <Badge key={fact}>{fact}</Badge>
      ))}
      meta={
        <>
          {item.reference}
          {item.person && (
            <>
              {' '}
              by <bdi>{item.person.name}</bdi>
            </>
          )}
          {item.at && (
            <>
              {' · '}
              <Time value={item.at} />
            </>
          )}
          {item.excerpt && <span className="block break-words">{item.excerpt}</span>}
        </>
      }
    />
  );
}

export default function SearchPage() {
  const { data } = usePage<SearchPageData>();
  const { hrefWith, setSearch } = usePageUrl();
  const [text, setText] = useState(data.query);
  return (
    <PageBody>
      <PageHeader title="Search" meta={data.within && <>Within {data.within.fullPath}</>} />
      <form
        role="search"
        className="flex items-end gap-2 pb-3"
        onSubmit={(event) => {
          event.preventDefault();
          void setSearch({ search: text, page: null });
        }}
      >
        <div className="flex-1">
          <TextField
            label="Search for"
            labelHidden
            type="search"
            icon={Search}
            placeholder="Search"
            value={text}
            onValueChange={setText}
          />
        </div>
        <Button type="submit" variant="primary">
          Search
        </Button>
      </form>
      <LinkTabs
        label="Kind of result"
        items={data.scopes.map((scope) => ({
          key: scope.key,
          label: scope.label,
          count: scope.count ?? undefined,
          active: scope.key === data.scope,
          href: hrefWith({ scope: scope.key, page: null }),
        }))}
      />
      <div className="pt-4">
        {data.query === '' ? (
          <EmptyState
            icon={Search}
            title="Search everything you may see"
            text="Projects, people and merge requests, by any part of their name or text."
          />
        ) : data.items.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title="Nothing found"
            text={`Nothing matches “${data.query}” here. Try fewer or other words.`}
          />
        ) : (
          <List label="Results">
            {data.items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </List>
        )}
      </div>
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
