import type { ApprovalsPart } from '@tributary/contract/approvals/page.ts';
import { helpPaths } from '@tributary/contract/page/help.ts';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { WidgetRow } from '../widget/widget-row.tsx';
import { approvalsText, receiptText } from './approvals-text.ts';
import { RulesTable } from './rules-table.tsx';
import type { PasswordDialogProps } from './password-dialog.tsx';
import { type Approvals, type ApprovalsOf, useApprovals } from './use-approvals.ts';

const PasswordDialog = lazyPart(
  async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog }),
  ({ onClose }: PasswordDialogProps) => onClose,
);

/** What the reader may do, as the page knows it before the rest has come. */
type OwnApproval = Pick<ApprovalsPart, 'canApprove' | 'hasApproved' | 'refusal'>;

export type ApprovalsSectionProps = ApprovalsOf & { state: string; atFirst: OwnApproval };

const mayApproveNow = (data: OwnApproval, state: string) => data.canApprove && !data.hasApproved && state === 'opened';
const mayRevokeNow = (data: OwnApproval, state: string) => data.hasApproved && !data.canApprove && state !== 'merged';
const isCompact = (data: OwnApproval, state: string) => !mayApproveNow(data, state) && !mayRevokeNow(data, state);
const Refusal = ({ text }: { text: string | null }) =>
  text !== null && <span className="block text-sm text-fg-muted">{text}</span>;

/** As high before the buttons are known, and where there are none. */
const Buttons = ({ children }: { children?: ReactNode }) => (
  <div className="flex min-h-7 flex-wrap items-center gap-2">{children}</div>
);

function Actions({ approvals, data, state }: { approvals: Approvals; data: ApprovalsPart; state: string }) {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <>
      {failure !== null && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      {mayApproveNow(data, state) && (
        <Button
          variant={data.isApproved ? 'secondary' : 'primary'}
          busy={isBusy}
          onClick={() => (data.requiresPassword ? setAsking(true) : void run(() => approvals.approve()))}
        >
          {data.isApproved ? 'Approve additionally' : 'Approve'}
        </Button>
      )}
      {mayRevokeNow(data, state) && (
        <Button busy={isBusy} onClick={() => void run(approvals.revoke)}>
          Revoke approval
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <PasswordDialog onClose={() => setAsking(false)} approve={approvals.approve} />
        </Suspense>
      )}
    </>
  );
}

/** Who can approve, and who cannot; after the merge nobody asks that any more. */
function WhoApproves({ data }: { data: ApprovalsPart }) {
  const invalid = data.rules.filter((rule) => rule.isInvalid);
  const isOptional = data.approvalsRequired === 0;
  return (
    <>
      {isOptional && <TextLink href={helpPaths.approvals}>About optional approvals</TextLink>}
      {invalid.length > 0 && (
        <span className="text-warning">
          {invalid.length === 1 ? `The rule ${invalid[0]?.name ?? ''} has` : `${invalid.length} rules have`} too few
          users who can approve.
        </span>
      )}
      <Popover
        padded
        title="Who can approve?"
        trigger={
          <Button size="sm" variant="ghost" className="-mx-2">
            Who can approve?
          </Button>
        }
      >
        <p>
          Members with at least the Developer role, code owners of the changed files, and the users and groups of the
          approval rules. The settings of the project can exclude the author and users who added commits.
        </p>
      </Popover>
      {data.isExcludedCommitter && (
        <Popover
          padded
          title="Why can't I approve?"
          trigger={
            <Button size="sm" variant="ghost" className="-mx-2">
              {"Why can't I approve?"}
            </Button>
          }
        >
          <p>You added commits to this merge request. This project does not allow committers to approve.</p>
        </Popover>
      )}
    </>
  );
}

function Notes({ data, isMerged }: { data: ApprovalsPart; isMerged: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-fg-muted">
      {!isMerged && <WhoApproves data={data} />}
      {data.receipts.length > 0 && (
        <Popover
          padded
          title="Approvals after the latest changes"
          trigger={
            <Button size="sm" variant="ghost" className="-mx-2">
              What happened to approvals?
            </Button>
          }
        >
          <ul className="flex flex-col gap-1">
            {data.receipts.map((receipt) => (
              <li key={`${receipt.user.id} ${receipt.at}`} className="break-words">
                {receiptText(receipt)}
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </div>
  );
}

/** As high as what will stand here, with all that is known of it. */
function Loading({ own, state }: { own: OwnApproval; state: string }) {
  return (
    <div role="status" aria-label="Loading approvals">
      <WidgetRow
        group="neutral"
        status="Loading"
        isCompact={isCompact(own, state)}
        actions={<Buttons />}
        details={
          state !== 'merged' && (
            <div className="flex h-6 items-center">
              <Skeleton width="30%" />
            </div>
          )
        }
      >
        <span className="flex h-lh items-center">
          <Skeleton width="40%" />
        </span>
        <Refusal text={own.refusal} />
      </WidgetRow>
    </div>
  );
}

/** Who has approved, who has to, and the reader's own approval: the first rows of the card of the merge widget. */
export default function ApprovalsSection({ state, atFirst, ...of }: ApprovalsSectionProps) {
  const approvals = useApprovals(of);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { data } = approvals;
  if (!data) {
    return (
      <section aria-label="Approvals">
        {approvals.isFailed ? (
          <WidgetRow
            group="failed"
            status="Failed"
            actions={<Button onClick={() => void approvals.refresh()}>Try again</Button>}
          >
            An error occurred while retrieving approval data for this merge request.
          </WidgetRow>
        ) : (
          <Loading own={atFirst} state={state} />
        )}
      </section>
    );
  }
  const isMet = data.approvalsLeft === 0;
  const isOpened = state === 'opened';
  const isMerged = state === 'merged';
  return (
    <section aria-label="Approvals">
      <WidgetRow
        group={data.isApproved ? 'success' : isMet || !isOpened ? 'neutral' : 'warning'}
        status={data.isApproved ? 'Approved' : isMet ? 'Optional' : isOpened ? 'Approval required' : 'Not approved'}
        isCompact={isCompact(data, state)}
        actions={
          <Buttons>
            <Actions approvals={approvals} data={data} state={state} />
            {data.rules.length > 0 && (
              <IconButton
                icon={ChevronDown}
                label={isOpen ? 'Collapse approval rules' : 'Expand approval rules'}
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={() => setOpen(!isOpen)}
              />
            )}
          </Buttons>
        }
        details={(!isMerged || data.receipts.length > 0) && <Notes data={data} isMerged={isMerged} />}
      >
        <span className="font-medium">{approvalsText(data, state)}</span>
        <Refusal text={data.refusal} />
      </WidgetRow>
      <div id={id} hidden={!isOpen}>
        {isOpen && <RulesTable rules={data.rules} />}
      </div>
    </section>
  );
}
