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
      <PageHeader title="Email" meta="Emails from this instance, newest first." />
      {!data.mailWorks && (
        <Banner className="mb-4" title="Emails are not sent">
          No SMTP server is configured, so emails are kept here. Forward the link yourself. Anyone with it can access
          the account.
        </Banner>
      )}
      {data.mails.length === 0 && data.page > 1 ? (
        <PageBeyond />
      ) : data.mails.length === 0 ? (
        <EmptyState
          icon={MailOpen}
          title="No emails yet"
          text="Address confirmations, password reset links and account notifications appear here."
        />
      ) : (
        <ul aria-label="Emails" className="rounded-md border">
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
