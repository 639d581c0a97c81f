import type { ProtectedBranchesPageData } from '@tributary/contract/projects/repository-page.ts';
import { ShieldOff } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { ProtectBranchForm } from '../repository/protect-branch-form.tsx';
import { ProtectedTags } from '../repository/protected-tags.tsx';
import { ProtectionRule } from '../repository/protection-rule.tsx';

export default function ProtectedBranchesPage() {
  const { data } = usePage<ProtectedBranchesPageData>();
  return (
    <PageBody>
      <PageHeader title="Repository settings" />
      <Section
        title="Protected branches"
        text="Protected branches cannot be rewritten or deleted. Only selected roles and users can push or merge. Use * to protect all matching branches."
      >
        {data.rules.length === 0 ? (
          <EmptyState
            icon={ShieldOff}
            title="No protected branches"
            text="Everyone with the Developer role can push to, force push to and delete all branches."
          />
        ) : (
          <ul aria-label="Protected branches" className="rounded-md border bg-raised">
            {data.rules.map((rule) => (
              <ProtectionRule key={rule.id} rule={rule} data={data} />
            ))}
          </ul>
        )}
      </Section>
      {data.can.manage && (
        <Section title="Protect a branch">
          <ProtectBranchForm key={data.rules.length} data={data} />
        </Section>
      )}
      <ProtectedTags data={data} />
    </PageBody>
  );
}
