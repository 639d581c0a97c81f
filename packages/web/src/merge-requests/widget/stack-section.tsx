import type { WidgetStack } from '@tributary/contract/merge-requests/stack.ts';
import { Layers } from 'lucide-react';
import { messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { Collapsible } from '../../ui/collapsible.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.tsx';
import { ActionButton } from './action-button.tsx';
import type { Widget } from './use-widget.ts';

type Item = WidgetStack['items'][number];

function ItemRow({ item }: { item: Item }) {
  return (
    <li
      aria-current={item.is_current ? 'true' : undefined}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1"
      style={{ paddingInlineStart: `${Math.min(item.depth, 6) * 0.75}rem` }}
    >
      <StatusIcon
        group={item.mergeable ? 'success' : 'notice'}
        label={item.mergeable ? 'Can be merged' : 'Not ready'}
        size={14}
      />
      <span className="min-w-0 flex-1 basis-48 break-words">
        {item.is_current ? (
          <strong className="font-semibold">{item.title}</strong>
        ) : (
          <TextLink href={item.web_path}>{item.title}</TextLink>
        )}{' '}
        <span className="text-fg-muted">
          !{item.iid}
          {item.draft && ' · Draft'}
          {item.is_current && ' · This merge request'} · into <span className="font-mono">{item.target_branch}</span>
        </span>
      </span>
    </li>
  );
}

function MergeText({ merge, total }: { merge: NonNullable<WidgetStack['merge']>; total: number }) {
  if (merge.state === 'running') return <>Merging the stack: {`${merge.merged_count} of ${total}`} merged.</>;
  return merge.state === 'stopped' && merge.reason !== null ? <>Merging the stack stopped: {merge.reason}</> : null;
}

/** The row of the merge widget about requests that build on each other. */
export function StackSection({ widget, stack }: { widget: Widget; stack: WidgetStack }) {
  const { items, merged_with: below, merge } = stack;
  const path = `${widget.data.api_path}/stack/merge`;
  const mergeAll = async () => {
    const names = items
      .slice(0, below + 1)
      .map((item) => `!${item.iid}`)
      .join(', ');
    const isSure = await confirm({
      title: `Merge ${plural(below + 1, 'merge request')}?`,
      text: `${names} are merged into ${items[0]?.target_branch ?? ''} one after the other, each when its checks pass.`,
      action: 'Merge the stack',
    });
    if (!isSure) return;
    try {
      await widget.act(() => api.post(path, { body: { sha: widget.data.diff_head_sha } }));
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  const total = merge?.state === 'running' ? merge.merged_count + below + 1 : below + 1;
  return (
    <div className="flex gap-3 border-t px-4 py-2 first:border-t-0">
      <Layers size={16} className="mt-1.5 shrink-0 text-fg-muted" aria-hidden />
      <div className="min-w-0 flex-1">
        <Collapsible
          title={`Stack of ${plural(items.length, 'merge request')}`}
          trailing={
            <>
              {stack.can_merge && (
                <ActionButton size="sm" run={mergeAll}>
                  Merge the stack
                </ActionButton>
              )}
              {merge?.can_cancel && (
                <ActionButton size="sm" run={() => widget.act(() => api.delete(path))}>
                  Stop merging
                </ActionButton>
              )}
            </>
          }
        >
          <ol aria-label="Stack, from the bottom" className="pb-1 pl-4.5">
            {items.map((item) => (
              <ItemRow key={item.id} item={item} />
            ))}
          </ol>
        </Collapsible>
        {merge !== null && (
          <p className="pl-4.5 text-sm text-fg-muted">
            <MergeText merge={merge} total={total} />
          </p>
        )}
      </div>
    </div>
  );
}
