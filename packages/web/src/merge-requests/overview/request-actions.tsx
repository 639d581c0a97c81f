import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { type PaletteAction, usePaletteActions } from '../../app/palette/palette-actions.ts';
import { messageOf } from '../../lib/app-error.ts';
import { copyText } from '../../lib/copy.ts';
import { toast } from '../../ui/toast.tsx';
import { approve, changeState, isApprovalStale, revokeApproval, toggleDraft } from './merge-request-actions.ts';
import { copyBranch, useRequestKeys } from './use-request-keys.ts';

type Page = MergeRequestShowPageData;

/** Where nothing on the page shows it, the outcome is a message. */
async function announced(work: Promise<void>, done: string): Promise<void> {
  try {
    await work;
    toast({ text: done });
  } catch (error) {
    toast({ text: messageOf(error), tone: 'failed' });
  }
}

function reviewActions(page: Page): PaletteAction[] {
  const { approval } = page;
  if (!approval.canApprove) return [];
  const isStale = isApprovalStale(page);
  const text = isStale ? 'Approve this version' : 'Approve';
  return [
    ...(!approval.hasApproved || isStale
      ? [{ id: 'approve', text, icon: 'view', run: () => void announced(approve(page), 'Approved.') }]
      : []),
    ...(approval.hasApproved
      ? [
          {
            id: 'revoke-approval',
            text: 'Revoke approval',
            icon: 'view',
            keywords: 'unapprove',
            run: () => void announced(revokeApproval(page), 'Approval revoked.'),
          },
        ]
      : []),
  ];
}

function stateActions(page: Page): PaletteAction[] {
  const { mergeRequest: mr, can } = page;
  const isOpen = mr.state === 'opened';
  const draft = mr.draft ? 'Mark as ready' : 'Mark as draft';
  return [
    ...(can.update && isOpen
      ? [{ id: 'draft', text: draft, icon: 'merge-request', run: () => void toggleDraft(page) }]
      : []),
    ...(can.close
      ? [
          {
            id: 'close',
            text: 'Close merge request',
            icon: 'merge-request',
            run: () => void changeState(page, 'close'),
          },
        ]
      : []),
    ...(can.reopen
      ? [
          {
            id: 'reopen',
            text: 'Reopen merge request',
            icon: 'merge-request',
            run: () => void changeState(page, 'reopen'),
          },
        ]
      : []),
  ];
}

function tabActions({ paths, tab }: Page): PaletteAction[] {
  const tabs = [
    { id: 'overview', text: 'Go to overview', icon: 'merge-request', href: paths.overview },
    { id: 'commits', text: 'Go to commits', icon: 'commit', href: paths.commits },
    { id: 'changes', text: 'Go to changes', icon: 'compare', keywords: 'diff review', href: paths.changes },
  ];
  return tabs.filter(({ id }) => id !== tab);
}

function actionsOf(page: Page): PaletteAction[] {
  const { mergeRequest: mr, can, paths } = page;
  const { source, fullReference } = mr;
  const link = () => copyText(new URL(paths.overview, window.location.origin).href);
  return [
    ...reviewActions(page),
    ...tabActions(page),
    ...(can.update
      ? [
          {
            id: 'edit',
            text: 'Edit merge request',
            icon: 'merge-request',
            hotkey: 'merge-request.edit',
            href: paths.edit,
          },
        ]
      : []),
    ...stateActions(page),
    ...(source
      ? [
          {
            id: 'copy-branch',
            text: 'Copy source branch',
            detail: source.branch,
            icon: 'branch',
            hotkey: 'merge-request.copy-branch',
            run: () => void copyBranch(source.branch),
          },
        ]
      : []),
    {
      id: 'copy-link',
      text: 'Copy link',
      detail: fullReference,
      icon: 'merge-request',
      run: () => void link().then((done) => done && toast({ text: 'Link copied.' })),
    },
  ].map((action) => ({ ...action, id: `merge-request.${action.id}` }));
}

/** The shortcuts of the open merge request, and its actions, which come first in the palette. Draws nothing. */
export default function RequestActions({ page }: { page: Page }) {
  useRequestKeys(page);
  usePaletteActions(actionsOf(page));
  return null;
}
