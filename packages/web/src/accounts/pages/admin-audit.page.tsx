import type { AdminAuditPageData } from '@tributary/contract/accounts/page.ts';
import { ScrollText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { auditText } from '../model/audit-text.ts';
import { AuditList } from '../parts/audit-list.tsx';

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Filters({ data }: { data: AdminAuditPageData }) {
  const { setSearch } = usePageUrl();
  const [user, setUser] = useState(data.user);
  useEffect(() => setUser(data.user), [data.user]); // Back, forward and links lead here too.
  const actions = data.actions.map((action) => ({ value: action, label: upperFirst(auditText(action)) }));
  return (
    <form
      role="search"
      aria-label="Filter events"
      className="flex flex-wrap items-end gap-2 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        void setSearch({ user: user.trim().replace(/^@/, ''), page: null });
      }}
    >
      <Select
        label="Action"
        className="w-72 max-w-full"
        value={data.action}
        onValueChange={(action) => void setSearch({ action, page: null })}
        options={[{ value: '', label: 'All actions' }, ...actions]}
      />
      <TextField
        label="Username"
        className="w-48"
        value={user}
        onValueChange={setUser}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit">Filter</Button>
      {(data.action !== '' || data.user !== '') && (
        <Button variant="ghost" onClick={() => void setSearch({ action: null, user: null, page: null })}>
          Clear
        </Button>
      )}
    </form>
  );
}

export default function AdminAuditPage() {
  const { data } = usePage<AdminAuditPageData>();
  const { hrefWith } = usePageUrl();
  const isFiltered = data.action !== '' || data.user !== '';
  return (
    <PageBody>
      <PageHeader title="Audit events" meta="Security and access changes, newest first." />
      <Filters data={data} />
      {data.events.length === 0 && data.page > 1 ? (
        <PageBeyond />
      ) : data.events.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          title={isFiltered ? 'No matching events' : 'No events yet'}
          text={
            isFiltered
              ? 'No events match this action and username.'
              : 'Sign-ins, tokens, passwords, members and administrator actions are recorded here.'
          }
        />
      ) : (
        <AuditList events={data.events} label="Audit events" />
      )}
      <Pagination page={data.page} hasNext={data.hasNext} hrefFor={(page) => hrefWith({ page: String(page) })} />
    </PageBody>
  );
}
