import {
  ABUSE_TEXTS,
  type AbuseReportItem,
  abusePaths,
  type AdminAbuseReportsPageData,
} from '@tributary/contract/accounts/abuse.ts';
import { adminUserPath } from '@tributary/contract/accounts/page.ts';
import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { focusAfterRow } from '../../app/next-focus.ts';
import { reloadPage, usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { Link } from '../../ui/link.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { useToast } from '../../ui/toast.tsx';

function Report({ report }: { report: AbuseReportItem }) {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = async () => {
    setBusy(true);
    // Many are closed one after the other.
    const focusNext = focusAfterRow(button.current, 'button');
    try {
      await api.put(`${abusePaths.list}/${report.id}/close`);
      await reloadPage();
      focusNext();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
    setBusy(false);
  };
  return (
    <ListRow
      title={
        <>
          <Link href={adminUserPath(report.user.id)}>
            <bdi>{report.user.name}</bdi>
          </Link>
          : {ABUSE_TEXTS[report.category]}
        </>
      }
      meta={
        <>
          Reported by {report.reporter ? <bdi>{report.reporter.name}</bdi> : 'a deleted user'}{' '}
          <Time value={report.createdAt} />
          {report.closedAt && (
            <>
              {' · Closed by '}
              {report.closedBy ? <bdi>{report.closedBy.name}</bdi> : 'a deleted user'} <Time value={report.closedAt} />
            </>
          )}
        </>
      }
      trailing={
        <span className="flex items-center gap-2">
          {report.seenPath !== null && <Link href={report.seenPath}>View content</Link>}
          {report.closedAt === null && (
            <Button ref={button} size="sm" busy={isBusy} onClick={() => void close()}>
              Close report
            </Button>
          )}
        </span>
      }
    />
  );
}

export default function AdminAbuseReportsPage() {
  const { data } = usePage<AdminAbuseReportsPageData>();
  const { hrefWith } = usePageUrl();
  const isOpen = data.state === 'open';
  return (
    <PageBody>
      <PageHeader title="Abuse reports" meta="Users reported for abuse, newest first." />
      <LinkTabs
        label="Abuse reports"
        items={[
          { key: 'open', label: 'Open', href: abusePaths.list, active: isOpen },
          { key: 'closed', label: 'Closed', href: `${abusePaths.list}?state=closed`, active: !isOpen },
        ]}
      />
      <div className="pt-4">
        {data.reports.length === 0 && data.page > 1 ? (
          <PageBeyond />
        ) : data.reports.length === 0 ? (
          <EmptyState
            icon={ShieldCheck}
            title={isOpen ? 'No open reports' : 'No closed reports'}
            text="Users can report abuse from the menu of a comment."
          />
        ) : (
          <List label="Abuse reports">
            {data.reports.map((report) => (
              <Report key={report.id} report={report} />
            ))}
          </List>
        )}
      </div>
      <Pagination page={data.page} hasNext={data.hasNext} hrefFor={(page) => hrefWith({ page: String(page) })} />
    </PageBody>
  );
}
