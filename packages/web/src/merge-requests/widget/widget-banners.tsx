import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { trainPath } from './merge-moment.ts';
import type { Widget } from './use-widget.ts';

/** `Conflict.` → `Conflict. Try again.` */
export function mergeErrorText(error: string): string {
  return `${error.trim().replace(/\.$/, '')}. Try again.`;
}

/** What is worth knowing above the rows, whatever the panel says. */
export function WidgetBanners({ widget }: { widget: Widget }) {
  const { data, flow, isStale } = widget;
  const isOpen = data.state === 'opened';
  const ranInFork =
    isOpen && data.merge_pipelines_enabled && data.has_ci && data.source_project_id !== data.target_project_id;
  return (
    <>
      {isStale && (
        <Banner tone="warning" className="rounded-none">
          Unable to load the merge request widget. Try reloading the page.
        </Banner>
      )}
      {data.merge_error && flow.state !== 'failed' && isOpen && (
        <Banner tone="danger" className="rounded-none">
          {mergeErrorText(data.merge_error)}
        </Banner>
      )}
      {data.merge_train_removal_reason !== null && isOpen && (
        <Banner tone="warning" className="rounded-none">
          Removed from the merge train. {data.merge_train_removal_reason}{' '}
          <TextLink href={trainPath(data)}>View merge train</TextLink>
        </Banner>
      )}
      {ranInFork && (
        <Banner tone="warning" className="rounded-none">
          The last pipeline ran in the fork project and may be inaccurate. Run a pipeline in this project before you
          merge.
        </Banner>
      )}
      {data.allow_collaboration && isOpen && (
        <Banner className="rounded-none">Members who can merge are allowed to add commits.</Banner>
      )}
    </>
  );
}
