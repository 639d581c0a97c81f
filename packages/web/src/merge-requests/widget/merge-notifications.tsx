import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { Bell } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** After this it goes by itself. */
const CLOSES_AFTER_MS = 8_000;
const ACTIVE: ReadonlySet<string> = new Set(['created', 'pending', 'running', 'preparing', 'waiting_for_resource']);

type Facts = Pick<WidgetData, 'iid' | 'title' | 'state' | 'mergeable' | 'ci_status'>;

/** What happened between two answers that a reader in another tab wants to know; null: nothing. */
export function notificationTextOf(before: Facts, now: Facts): string | null {
  if (now.state !== 'opened') return null;
  if (now.mergeable && !before.mergeable) return 'Ready to merge';
  const hasEnded = before.ci_status !== null && ACTIVE.has(before.ci_status) && !ACTIVE.has(now.ci_status ?? '');
  return hasEnded && now.ci_status !== null ? `Pipeline ${now.ci_status.replaceAll('_', ' ')}` : null;
}

function notify(text: string, { iid, title }: Facts): void {
  const notification = new Notification(text, { body: `!${iid} ${title}`, tag: `merge-request-${iid}` });
  const timer = setTimeout(() => notification.close(), CLOSES_AFTER_MS);
  notification.addEventListener('click', () => {
    clearTimeout(timer);
    globalThis.focus();
    notification.close();
  });
}

const isSupported = () => typeof Notification === 'function';

/** Tells by the browser what happens while the page is in the background, and offers that where nobody decided yet. */
export default function MergeNotifications({ data }: { data: WidgetData }) {
  const [permission, setPermission] = useState(() => (isSupported() ? Notification.permission : 'denied'));
  const before = useRef<Facts>(data);
  useEffect(() => {
    const news = notificationTextOf(before.current, data);
    before.current = data;
    if (news !== null && permission === 'granted' && document.visibilityState === 'hidden') notify(news, data);
  }, [data, permission]);
  const isWaiting = data.state === 'opened' && (!data.mergeable || ACTIVE.has(data.ci_status ?? ''));
  if (permission !== 'default' || !isWaiting) return null;
  return (
    <div className="border-t px-4 py-1 pl-9">
      <Button
        size="sm"
        variant="ghost"
        icon={Bell}
        onClick={() => void Notification.requestPermission().then(setPermission)}
      >
        Notify me in the browser
      </Button>
    </div>
  );
}
