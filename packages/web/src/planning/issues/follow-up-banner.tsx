import type { IssueNewPageData } from '@tributary/contract/planning/issue-page.ts';
import { Banner } from '../../ui/banner.tsx';

type FollowUp = NonNullable<IssueNewPageData['followUp']>;

/** What creating the issue does to the threads that it continues. */
export function FollowUpBanner({ followUp }: { followUp: FollowUp }) {
  const request = (
    <a href={followUp.path} className="font-medium hover:underline">
      {followUp.reference}
    </a>
  );
  const [before, after] = followUp.discussionId === null ? allTexts(followUp) : oneTexts(followUp);
  return (
    <Banner tone="info">
      {before} {request}
      {after}
    </Banner>
  );
}

type Texts = [beforeRequest: string, afterRequest: string];

function oneTexts({ openCount, resolvableCount, resolvedBy }: FollowUp): Texts {
  if (openCount === 0) {
    const after = 'You can still create this issue. The thread does not change.';
    return resolvedBy === null
      ? ['The thread in', ` is already resolved. ${after}`]
      : [`${resolvedBy} already resolved the thread in`, `. ${after}`];
  }
  if (resolvableCount > 0) return ['Creating this issue resolves the thread in', '.'];
  return ['You cannot resolve the thread in', '. It stays open when you create this issue.'];
}

function allTexts({ openCount, resolvableCount }: FollowUp): Texts {
  if (openCount === 0)
    return ['All threads in', ' are already resolved. You can still create this issue. The threads do not change.'];
  if (resolvableCount === openCount) return ['Creating this issue resolves all open threads in', '.'];
  if (resolvableCount > 0) {
    return [
      `Creating this issue resolves ${resolvableCount} of ${openCount} open threads in`,
      '. You cannot resolve the others.',
    ];
  }
  return ['You cannot resolve the open threads in', '. They stay open when you create this issue.'];
}

/** When neither the thread nor its merge request is found any more. */
export function followUpDeletedText({ reference, discussionId }: FollowUp): string {
  const what = discussionId === null ? reference : `The thread in ${reference}`;
  return `${what} no longer exists. Your text is not lost. Select “Create issue” again to create the issue without it.`;
}
