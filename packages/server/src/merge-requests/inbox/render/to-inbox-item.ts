import type { InboxItem, PageAttentionEntry, WaitingItem } from '@tributary/contract/merge-requests/inbox.ts';
import { toPageUser, toPageUserOrNull } from '../../../planning/index.ts';
import type { InboxEntry, WaitingEntry } from '../reads/inbox.ts';
import type { AttentionEntry } from '../rules/attention-set.ts';

export function toInboxItem({ turn, ...placed }: InboxEntry): InboxItem {
  return { ...toRequest(placed, turn.since), ...toTurn(turn) };
}

export function toWaitingItem({ turns, since, ...placed }: WaitingEntry): WaitingItem {
  const waitsFor = turns.map((turn) => ({ ...toTurn(turn), person: toPageUser(turn.person) }));
  return { ...toRequest(placed, since), waitsFor };
}

function toTurn({ reason, count }: AttentionEntry): PageAttentionEntry {
  return { reason, count: count ?? null };
}

function toRequest({ view, path, reference }: Omit<InboxEntry, 'turn'>, since: Date) {
  const { row, version } = view;
  return {
    id: row.id,
    title: row.title,
    reference,
    href: path,
    author: toPageUserOrNull(view.author),
    draft: row.is_draft,
    addedLines: version?.added_lines ?? null,
    removedLines: version?.removed_lines ?? null,
    filesCount: version?.files_count ?? null,
    since: since.toISOString(),
  };
}
