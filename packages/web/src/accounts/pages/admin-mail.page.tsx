import type { AdminMailPageData } from '@tributary/contract/accounts/page.ts';
import { MailOpen } from 'lucide-react';
import { useState } from 'react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { MailRow } from '../parts/mail-row.tsx';

export default function AdminMailPage() {
  const { data } = usePage<AdminMailPageData>();
  const { hrefWith } = usePageUrl();
  const [openId, setOpenId] = useState<number | null>(null);
  const totalPages = Math.max(1, Math.ceil(data.total / data.perPage));
  return (
    <PageBody>
      <PageHeader title="Mail" meta="What this instance wrote to people, newest first." />
      {!data.mailWorks && (
        <Banner className="mb-4" title="No mail is sent">
          No SMTP server is set, so each mail is kept here. Forward the link yourself. Links give access to accounts, so
          treat them like passwords.
        </Banner>
      )}
      {data.mails.length === 0 && data.page > 1 ? (
        <PageBeyond />
      ) : data.mails.length === 0 ? (
        <EmptyState
          icon={MailOpen}
          title="No mail yet"
          text="Confirmations of addresses, links to choose a password and notices about accounts appear here."
        />
      ) : (
        <ul aria-label="Mails" className="rounded-md border">
          {data.mails.map((mail) => (
            <MailRow
              key={mail.id}
              mail={mail}
              isOpen={mail.id === openId}
              onToggle={() => setOpenId(mail.id === openId ? null : mail.id)}
            />
          ))}
        </ul>
      )}
      <Pagination
        page={data.page}
        totalPages={totalPages}
        hasNext={data.page < totalPages}
        hrefFor={(page) => hrefWith({ page: String(page) })}
      />
    </PageBody>
  );
}
