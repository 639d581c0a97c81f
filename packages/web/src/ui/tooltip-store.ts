export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

export type VisibleTooltip = {
  id: string;
  anchor: HTMLElement;
  text: string;
  hotkey: string | undefined;
  side: TooltipSide;
};

const delayMs = 400;
/** After one tooltip its neighbours open at once. */
const warmMs = 250;

let shown: VisibleTooltip | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let waiting: string | null = null;
let hiddenAt = -Infinity;
const listeners = new Set<() => void>();

function set(next: VisibleTooltip | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

export const tooltipStore = {
  read: (): VisibleTooltip | null => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  show(tooltip: VisibleTooltip, isDelayed: boolean): void {
    clearTimeout(timer);
    if (!isDelayed || shown !== null || performance.now() - hiddenAt < warmMs) return set(tooltip);
    waiting = tooltip.id;
    timer = setTimeout(() => set(tooltip), delayMs);
    return undefined;
  },
  update(id: string, text: string): void {
    if (shown?.id === id && shown.text !== text) set({ ...shown, text });
  },
  hide(id?: string): void {
    if (id === undefined || waiting === id) clearTimeout(timer);
    if (shown === null || (id !== undefined && shown.id !== id)) return;
    hiddenAt = performance.now();
    set(null);
  },
};
