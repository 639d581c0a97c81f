import { Banner } from '../../ui/banner.tsx';
import { useChanges } from './changes-context.ts';

/** Of a request from a fork that is not there any more: nothing can be pushed to it, and nobody edits its files. */
export function SourceGoneNotice() {
  const { mergeRequest } = useChanges();
  const { state, isFork, source } = mergeRequest?.mergeRequest ?? {};
  if (state !== 'opened' || isFork !== true || source !== null) return null;
  return (
    <Banner className="mt-3">
      The fork that these changes come from is gone, or hidden from you. They are shown as they were pushed last, and
      cannot be edited here.
    </Banner>
  );
}
