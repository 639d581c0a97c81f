import { currentShell } from '../../../app/navigation.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { findSecrets, type FoundSecret } from '../../model/find-secrets.ts';
import { linksToUpload } from '../../model/upload-link.ts';
import type { TextToSend } from './may-be-sent.ts';

/** More than these are counted. */
const MOST_LISTED = 8;

function Found({ secrets, noun }: { secrets: readonly FoundSecret[]; noun: string }) {
  const rest = secrets.length - MOST_LISTED;
  return (
    <>
      Everyone who can read the {noun} can use {secrets.length === 1 ? 'it' : 'them'}:
      {/* Within the description of a dialog, which is a paragraph. */}
      <span role="list" className="mt-2 flex flex-col gap-1">
        {secrets.slice(0, MOST_LISTED).map(({ kind, value, shown }) => (
          <span role="listitem" key={value} className="flex flex-wrap gap-x-2">
            <span className="font-medium text-fg">{kind}</span>
            <code className="font-mono text-code break-all">{shown}</code>
          </span>
        ))}
        {rest > 0 && <span role="listitem">and {rest} more</span>}
      </span>
    </>
  );
}

export async function confirmBeforeSend({
  texts,
  before = [],
  noun,
  action,
  asksAboutFiles,
}: TextToSend): Promise<boolean> {
  const text = texts.join('\n');
  const secrets = findSecrets(text, before.join('\n'), currentShell()?.instance.tokenPrefix);
  if (secrets.length > 0) {
    const isSure = await confirm({
      title: `This ${noun} might contain ${secrets.length === 1 ? 'a secret' : `${secrets.length} secrets`}`,
      text: <Found secrets={secrets} noun={noun} />,
      action: `${action} anyway`,
      cancel: `Edit ${noun}`,
      danger: true,
    });
    if (!isSure) return false;
  }
  if (asksAboutFiles !== true || !linksToUpload(text)) return true;
  return confirm({
    title: `This ${noun} links to an uploaded file.`,
    text: `Everyone who can read the ${noun} can open the file.`,
    action,
    cancel: 'Continue editing',
  });
}
