import type {
  IssueShowPageData,
  PageLinkedIssue,
  PageRelatedRequest,
} from '@tributary/contract/planning/issue-page.ts';
import { EyeOff, GitMerge, GitPullRequestArrow, GitPullRequestClosed, Plus, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { focusAfterRow } from '../../app/next-focus.ts';
import { showSaved } from '../../app/show-saved.ts';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { keyHeader, useSendKey } from '../../lib/send-key.ts';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { IssueStateIcon } from './issue-row.tsx';
import { readIssueReference } from './model/read-issue-reference.ts';

type Shown = IssueShowPageData;
type LinkType = PageLinkedIssue['type'];

const TYPES: readonly { value: LinkType; label: string }[] = [
  { value: 'relates_to', label: 'relates to' },
  { value: 'blocks', label: 'blocks' },
  { value: 'is_blocked_by', label: 'is blocked by' },
];

const HEADINGS: Record<LinkType, string> = {
  is_blocked_by: 'Is blocked by',
  blocks: 'Blocks',
  relates_to: 'Relates to',
};

function LinkForm({ page, onDone }: { page: Shown; onDone: () => void }) {
  const { issue, paths } = page;
  const [type, setType] = useState<LinkType>('relates_to');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const { keyFor, arrived } = useSendKey();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const target = readIssueReference(text, issue.projectPath);
    if (!target) return setError('Enter an issue reference such as #12 or group/project#12, or paste an issue URL.');
    setBusy(true);
    setError(undefined);
    try {
      const body = { target_project_id: target.path, target_issue_iid: target.iid, link_type: type };
      const headers = keyHeader(keyFor(JSON.stringify(body)));
      await api.post(`${paths.api}/links`, { body, headers });
      await showSaved();
      arrived();
      onDone();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
    return undefined;
  };
  return (
    <form className="flex flex-wrap items-start gap-2 border-b p-3" onSubmit={(event) => void submit(event)} noValidate>
      <Select
        label="Relation"
        labelHidden
        options={TYPES}
        value={type}
        onValueChange={(value) => setType(TYPES.find((each) => each.value === value)?.value ?? 'relates_to')}
      />
      <TextField
        label="Issue"
        labelHidden
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field was just asked for
        autoFocus
        placeholder="#12 or a URL"
        value={text}
        onValueChange={setText}
        error={error}
        className="min-w-40 flex-1"
      />
      <Button type="submit" variant="primary" busy={isBusy}>
        Add
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}

function LinkRow({ link, page, onError }: { link: PageLinkedIssue; page: Shown; onError: (text: string) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const remove = async () => {
    const focusNext = focusAfterRow(button.current);
    try {
      await api.delete(`${page.paths.api}/links/${link.linkId}`);
      await showSaved();
      focusNext();
    } catch (failure) {
      onError(messageOf(failure));
    }
  };
  return (
    <li data-row className="flex min-h-9 items-center gap-2 px-4 py-1">
      <IssueStateIcon state={link.state} />
      {link.confidential && (
        <span className="text-warning" title="Confidential">
          <EyeOff aria-hidden size={14} />
          <span className="sr-only">Confidential</span>
        </span>
      )}
      <a href={link.path} className="flex min-w-0 flex-1 gap-1.5 hover:underline">
        <bdi className="truncate">{link.title}</bdi> <span className="shrink-0 text-fg-muted">{link.reference}</span>
      </a>
      <AvatarStack label="Assigned to" people={link.assignees} size={20} max={3} />
      {page.can.admin && (
        <IconButton
          ref={button}
          icon={X}
          size="sm"
          label={`Remove link to ${link.reference}`}
          onClick={() => void remove()}
        />
      )}
    </li>
  );
}

/** Issues that hang together with this one, by how they do. */
export function LinkedIssues({ page }: { page: Shown }) {
  const [isAdding, setAdding] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { links, can } = page;
  if (links.length === 0 && !can.admin) return null;
  const groups = Object.entries(HEADINGS).map(([type, heading]) => ({
    heading,
    own: links.filter((link) => link.type === type),
  }));
  return (
    <Card label="Linked issues">
      <CardHeader
        title="Linked issues"
        actions={
          can.admin && (
            <Button size="sm" icon={Plus} onClick={() => setAdding(true)} aria-label="Add a linked issue">
              Add
            </Button>
          )
        }
      />
      {error !== null && (
        <Banner tone="danger" live onDismiss={() => setError(null)}>
          {error}
        </Banner>
      )}
      {isAdding && <LinkForm page={page} onDone={() => setAdding(false)} />}
      {links.length === 0 && !isAdding && <p className="px-4 py-2 text-fg-faint">No linked issues.</p>}
      {groups
        .filter(({ own }) => own.length > 0)
        .map(({ heading, own }) => (
          <div key={heading} className="py-1">
            <h3 className="px-4 py-1 text-sm text-fg-muted">{heading}</h3>
            <ul aria-label={heading}>
              {own.map((link) => (
                <LinkRow key={link.linkId} link={link} page={page} onError={setError} />
              ))}
            </ul>
          </div>
        ))}
    </Card>
  );
}

const REQUEST_STATES = {
  opened: [GitPullRequestArrow, 'text-success', 'Open'],
  locked: [GitPullRequestArrow, 'text-success', 'Open'],
  merged: [GitMerge, 'text-merged', 'Merged'],
  closed: [GitPullRequestClosed, 'text-failed', 'Closed'],
} as const;

/** Merge requests that name the issue; some of them close it when they are merged. */
export function RelatedRequests({ requests }: { requests: readonly PageRelatedRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <Card label="Related merge requests">
      <CardHeader title="Related merge requests" />
      <ul aria-label="Related merge requests" className="py-1">
        {requests.map((request) => {
          const [Icon, tone, word] = REQUEST_STATES[request.state];
          return (
            <li key={request.id} className="flex min-h-9 items-center gap-2 px-4 py-1">
              <span className={tone} title={word}>
                <Icon aria-hidden size={16} />
                <span className="sr-only">{word}</span>
              </span>
              <a href={request.href} className="min-w-0 flex-1 truncate hover:underline">
                <bdi>{request.title}</bdi> <span className="text-fg-muted">{request.reference}</span>
              </a>
              {request.isClosing && request.state === 'opened' && (
                <span className="text-sm whitespace-nowrap text-fg-muted">Merging closes this issue</span>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
