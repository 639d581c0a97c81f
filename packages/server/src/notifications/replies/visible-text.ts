import EmailReplyParser from 'email-reply-parser';

/** Longer texts are no answers; what stands below is not read. */
const MAX_CHARS = 200_000;
const MAX_LINE_CHARS = 10_000;

/**
 * What a user wrote in an answer: without the mail they answered and without their signature. Who answers between the
 * lines keeps the lines in between, as the answers mean nothing without them.
 */
export function visibleText(text: string): string {
  const bounded = text
    .slice(0, MAX_CHARS)
    .replaceAll('\0', '')
    .split(/\r?\n/)
    .map((line) => line.slice(0, MAX_LINE_CHARS))
    .join('\n');
  const fragments = new EmailReplyParser().read(bounded).getFragments();
  const isOwn = (fragment: (typeof fragments)[number]) => !fragment.isHidden() && !fragment.isQuoted();
  const last = fragments.findLastIndex((fragment) => isOwn(fragment) && fragment.getContent().trim() !== '');
  return fragments
    .slice(0, last + 1)
    .filter((fragment) => !fragment.isSignature())
    .map((fragment) => fragment.getContent().trim())
    .filter((part) => part !== '')
    .join('\n\n');
}
