import type { BranchProtectionData } from '@tributary/contract/projects/repository-page.ts';
import { ShieldOff } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Section } from '../../ui/section.tsx';
import { ProtectBranchForm } from './protect-branch-form.tsx';
import { ProtectionRule } from './protection-rule.tsx';

/** Rules of a project or group, and the form for another one. */
export function ProtectedBranches({ data, text }: { data: BranchProtectionData; text: string }) {
  return (
    <>
      <Section title="Protected branches" text={text}>
        {data.rules.length === 0 ? (
          <EmptyState
            icon={ShieldOff}
            title="No protected branches"
            text={
              data.project
                ? 'Everyone with the Developer role can push to, force push to and delete all branches.'
                : 'Each project protects its own branches.'
            }
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
    </>
  );
}
