import type { AdminOverviewPageData } from '@tributary/contract/accounts/page.ts';
import { accountPaths } from '@tributary/contract/accounts/page.ts';
import { usePage } from '../../app/navigation.tsx';
import { formatCount, plural } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { Facts } from '../parts/facts.tsx';
import { UserTable } from '../parts/user-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';

type Count = AdminOverviewPageData['counts'][number];

function CountCard({ count }: { count: Count }) {
  const content = (
    <>
      <span className="block text-h1 font-semibold">{formatCount(count.count)}</span>
      <span className="text-fg-muted">{count.label}</span>
    </>
  );
  const shape = 'block rounded-md border bg-raised px-4 py-3';
  return (
    <li>
      {count.href === null ? (
        <div className={shape}>{content}</div>
      ) : (
        <a
          href={count.href}
          className={`${shape} text-fg transition-colors hover:border-line-strong hover:bg-hover/60`}
        >
          {content}
        </a>
      )}
    </li>
  );
}

export default function AdminOverviewPage() {
  const { data, shell } = usePage<AdminOverviewPageData>();
  return (
    <PageBody>
      <PageHeader title="Administration" />
      {data.pendingUsers > 0 && (
        <Banner
          tone="warning"
          className="mb-4"
          action={
            <Button asChild size="sm">
              <a href={`${accountPaths.adminUsers}?filter=pending_approval`}>Review</a>
            </Button>
          }
        >
          {`${plural(data.pendingUsers, 'account is waiting', 'accounts are waiting')} for approval.`}
        </Banner>
      )}
      <ul aria-label="Statistics" className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-3">
        {data.counts.map((count) => (
          <CountCard key={count.key} count={count} />
        ))}
      </ul>
      <Section title="This instance" className="mt-2">
        <Facts
          label="This instance"
          facts={[
            { label: 'Tributary', value: data.version },
            { label: 'Node', value: data.nodeVersion },
            { label: 'PostgreSQL', value: data.postgresVersion },
            {
              label: 'Email',
              value: data.mailWorks ? (
                'Sent over SMTP'
              ) : (
                <>
                  Not sent. <TextLink href="/admin/mail">View emails</TextLink>
                </>
              ),
            },
          ]}
        />
      </Section>
      <Section title="Newest users" actions={<Link href={accountPaths.adminUsers}>Show all</Link>}>
        <UserTable label="Newest users" users={data.latestUsers} viewerId={shell.viewer?.id ?? null} />
      </Section>
    </PageBody>
  );
}
