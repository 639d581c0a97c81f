import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

export type ToastTone = 'info' | 'success' | 'failed';

export type ToastMessage = {
  text: string;
  tone?: ToastTone;
  action?: { text: string; run: () => void };
};

type ShownToast = ToastMessage & { id: number };

/** Long enough to be read; failures and toasts with an action stay longer. */
const shortMs = 5_000;
const longMs = 12_000;
const most = 4;

let shown: readonly ShownToast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function setShown(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  setShown(shown.filter((item) => item.id !== id));
}

function startTimer(item: ShownToast): void {
  clearTimeout(timers.get(item.id));
  const isLong = item.tone === 'failed' || item.action !== undefined;
  timers.set(
    item.id,
    setTimeout(() => dismiss(item.id), isLong ? longMs : shortMs),
  );
}

/** For things that happened elsewhere; what happened here is said where it happened. */
export function toast(message: ToastMessage): void {
  const item: ShownToast = { ...message, id: nextId };
  nextId += 1;
  const kept = shown.filter((other) => other.text !== item.text);
  setShown([...kept, item].slice(-most));
  startTimer(item);
}

export function useToast(): typeof toast {
  return toast;
}

const icons = { info: Info, success: CircleCheck, failed: CircleAlert };
const tones = { info: 'text-notice', success: 'text-success', failed: 'text-failed' };

export function ToastCard({ item, onDismiss }: { item: ToastMessage; onDismiss: () => void }) {
  const tone = item.tone ?? 'info';
  const Icon = icons[tone];
  const { action } = item;
  return (
    <div className="forced-border flex w-80 max-w-full animate-rise items-start gap-2 rounded-md bg-overlay py-2 pr-2 pl-3 shadow-float">
      <Icon size={16} className={clsx('mt-1.5 shrink-0', tones[tone])} aria-hidden />
      <span className="min-w-0 flex-1 py-1">{item.text}</span>
      {action !== undefined && (
        <Button
          size="sm"
          className="mt-0.5"
          onClick={() => {
            action.run();
            onDismiss();
          }}
        >
          {action.text}
        </Button>
      )}
      <IconButton icon={X} label="Dismiss" size="sm" className="mt-0.5" onClick={onDismiss} />
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Once in the app: the place of the toasts. Reading one (hover, focus) holds them all. */
export function ToastRegion() {
  const items = useSyncExternalStore(subscribe, () => shown);
  const hold = (): void => {
    for (const timer of timers.values()) clearTimeout(timer);
  };
  const release = (): void => {
    for (const item of shown) startTimer(item);
  };
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className="no-print pointer-events-none fixed right-4 bottom-[calc(var(--bottom-bars,0px)+1rem)] left-4 z-50 flex flex-col items-end gap-2 [&>*]:pointer-events-auto"
    >
      {items.map((item) => (
        <ToastCard key={item.id} item={item} onDismiss={() => dismiss(item.id)} />
      ))}
    </section>
  );
}
