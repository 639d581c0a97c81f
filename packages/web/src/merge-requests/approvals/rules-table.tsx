import type { PageApprovalRule } from '@tributary/contract/approvals/page.ts';
import type { PageUser } from '@tributary/contract/planning/page.ts';
import clsx from 'clsx';
import { Check, CircleAlert } from 'lucide-react';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { progressText, ruleName, sortedRules } from './approvals-text.ts';

const HEADERS = ['Approvers', 'Approvals', 'Commented by', 'Approved by'] as const;

function People({ users, label, isNarrow }: { users: readonly PageUser[]; label: string; isNarrow: boolean }) {
  return <AvatarStack people={users} label={label} size={isNarrow ? 16 : 24} />;
}

function Name({ rule }: { rule: PageApprovalRule }) {
  return (
    <>
      <span className="font-medium break-words">{ruleName(rule)}</span>
      {rule.section !== null && rule.section !== 'codeowners' && (
        <span className="block text-sm text-fg-muted">Section: {rule.section}</span>
      )}
      {rule.isInvalid && (
        <span className="flex items-center gap-1 text-sm text-warning">
          <CircleAlert size={14} aria-hidden /> Fewer users can approve than are required
        </span>
      )}
    </>
  );
}

function Progress({ rule }: { rule: PageApprovalRule }) {
  const isMet = rule.isApproved && rule.approvalsRequired > 0;
  return (
    <span className={clsx('whitespace-nowrap', isMet && 'text-success')}>
      {isMet && <Check size={14} aria-label="Approved" className="mr-1 inline" />}
      {progressText(rule)}
    </span>
  );
}

function Row({ rule }: { rule: PageApprovalRule }) {
  // Everyone may meet it: there is no list of approvers to show.
  const isAny = rule.type === 'any_approver';
  return (
    <tr className="border-t align-top">
      <td colSpan={isAny ? 2 : 1} className="py-2 pr-3 pl-4">
        <Name rule={rule} />
        {!isAny && (
          <div className="mt-1">
            <People users={rule.eligible} label="Approvers" isNarrow={false} />
          </div>
        )}
        {isAny && (
          <div className="mt-1">
            <Progress rule={rule} />
          </div>
        )}
      </td>
      {!isAny && (
        <td className="px-3 py-2">
          <Progress rule={rule} />
        </td>
      )}
      <td className="px-3 py-2">
        <People users={rule.commentedBy} label="Commented by" isNarrow={false} />
      </td>
      <td className="py-2 pr-4 pl-3">
        <People users={rule.approvedBy} label="Approved by" isNarrow={false} />
      </td>
    </tr>
  );
}

function NarrowRow({ rule }: { rule: PageApprovalRule }) {
  return (
    <li className="border-t px-4 py-2">
      <Name rule={rule} />
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-fg-muted">
        <Progress rule={rule} />
        {rule.approvedBy.length > 0 && <People users={rule.approvedBy} label="Approved by" isNarrow />}
        {rule.commentedBy.length > 0 && <People users={rule.commentedBy} label="Commented by" isNarrow />}
      </p>
    </li>
  );
}

/** Rules with who can approve, who commented and who approved; on narrow screens a list with the numbers. */
export function RulesTable({ rules }: { rules: readonly PageApprovalRule[] }) {
  const isNarrow = useMediaQuery('(max-width: 767px)');
  const { own, owners } = sortedRules(rules);
  if (isNarrow) {
    return (
      <ul aria-label="Approval rules">
        {own.map((rule) => (
          <NarrowRow key={rule.id} rule={rule} />
        ))}
        {owners.length > 0 && <li className="border-t px-4 pt-2 font-medium text-fg-muted">Code Owners</li>}
        {owners.map((rule) => (
          <NarrowRow key={rule.id} rule={rule} />
        ))}
      </ul>
    );
  }
  return (
    <table aria-label="Approval rules" className="w-full border-collapse text-left">
      <thead>
        <tr className="border-t bg-sunken text-sm text-fg-muted">
          {HEADERS.map((header) => (
            <th key={header} scope="col" className="px-3 py-1.5 font-medium first:pl-4 last:pr-4">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {own.map((rule) => (
          <Row key={rule.id} rule={rule} />
        ))}
        {owners.length > 0 && (
          <tr className="border-t">
            <th scope="rowgroup" colSpan={HEADERS.length} className="px-4 pt-2 font-medium text-fg-muted">
              Code Owners
            </th>
          </tr>
        )}
        {owners.map((rule) => (
          <Row key={rule.id} rule={rule} />
        ))}
      </tbody>
    </table>
  );
}
