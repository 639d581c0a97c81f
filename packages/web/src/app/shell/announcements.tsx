import { parseList, parseText, useStored } from '../../lib/storage.ts';
import { Banner } from '../../ui/banner.tsx';
import { useShell } from '../navigation.tsx';

const parseIds = parseList(parseText);
const none: string[] = [];
/** More than ever stand at once; older ones are forgotten. */
const kept = 50;

/** What the administrators tell everyone, until it is put away on this device. */
export function Announcements() {
  const { announcements = [] } = useShell();
  const [dismissed, setDismissed] = useStored('announcements.dismissed', none, parseIds);
  const shown = announcements.filter((item) => !item.dismissible || !dismissed.includes(item.id));
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-col gap-px">
      {shown.map((item) => (
        <Banner
          key={item.id}
          tone={item.kind}
          className="rounded-none!"
          onDismiss={item.dismissible ? () => setDismissed([...dismissed, item.id].slice(-kept)) : undefined}
        >
          {item.text}
        </Banner>
      ))}
    </div>
  );
}
