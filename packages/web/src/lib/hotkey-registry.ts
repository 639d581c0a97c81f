export type HotkeyBinding = {
  /** Stable name, e.g. `changes.next-file`; remapping is stored under it. */
  id: string;
  /** `mod+enter`, `g i` (one after the other), `shift+d`, `?`; several for alternatives. */
  keys: string | readonly string[];
  /** What it does, for the sheet: `Next file`. */
  label: string;
  group?: string;
  run: (event: KeyboardEvent) => void;
  /** Also while typing. Without it, keys with `mod` still work only outside of text fields. */
  inInputs?: boolean;
};

type Scope = { name: string; bindings: readonly HotkeyBinding[] };

const sequenceMs = 1_200;
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Shift is part of the character for signs (`?`), and kept apart for letters and named keys (`shift+d`). */
export function keyOf(event: KeyboardEvent): string {
  const parts: string[] = [];
  if (isMac ? event.metaKey : event.ctrlKey) parts.push('mod');
  if (isMac ? event.ctrlKey : event.metaKey) parts.push(isMac ? 'ctrl' : 'meta');
  if (event.altKey) parts.push('alt');
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  const isSign = key.length === 1 && key.toUpperCase() === key;
  if (event.shiftKey && !isSign) parts.push('shift');
  parts.push(key);
  return parts.join('+');
}

const modifierOrder = ['mod', 'ctrl', 'meta', 'alt', 'shift'];

/** `Shift+Mod+Enter` → `mod+shift+enter`, so that any order may be written. */
export function normaliseKeys(keys: string): string {
  return keys
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((chord) => {
      const isPlus = chord === '+' || chord.endsWith('++');
      const parts = (isPlus ? chord.slice(0, -1) : chord).split('+').filter((part) => part !== '');
      if (isPlus) parts.push('+');
      const key = parts.at(-1) ?? '';
      const modifiers = parts.slice(0, -1);
      return [...modifierOrder.filter((name) => modifiers.includes(name)), key].join('+');
    })
    .join(' ');
}

/** For people: `⌘ K` or `Ctrl K`, `g then i`. One inner list per chord. */
export function describeKeys(keys: string): string[][] {
  const names: Record<string, string> = isMac
    ? { mod: '⌘', alt: '⌥', shift: '⇧', ctrl: '⌃', enter: '↵' }
    : { mod: 'Ctrl', alt: 'Alt', shift: 'Shift', meta: 'Meta', enter: 'Enter' };
  const signs: Record<string, string> = {
    arrowup: '↑',
    arrowdown: '↓',
    arrowleft: '←',
    arrowright: '→',
    escape: 'Esc',
  };
  return normaliseKeys(keys)
    .split(' ')
    .map((chord) =>
      (chord.endsWith('++') ? [...chord.slice(0, -2).split('+'), '+'] : chord === '+' ? ['+'] : chord.split('+')).map(
        (part) =>
          names[part] ??
          signs[part] ??
          (part.length > 1 ? part.charAt(0).toUpperCase() + part.slice(1) : part.toUpperCase()),
      ),
    );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  if (!(target instanceof HTMLInputElement)) return false;
  return !['button', 'checkbox', 'radio', 'submit', 'reset', 'range', 'color', 'file'].includes(target.type);
}

/** Menus, dialogs and lists have their own keys; page-wide ones must not act behind them. */
function isInLayer(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="menu"],[role="listbox"],[role="dialog"],[role="alertdialog"]') !== null
  );
}

/** The first of these that the keys would clash with: the same keys, or one the beginning of the other. */
export function clashingHotkey<T extends { id: string; keys: readonly string[] }>(
  id: string,
  keys: string,
  others: readonly T[],
): T | undefined {
  const wanted = normaliseKeys(keys);
  return others.find(
    (other) =>
      other.id !== id &&
      other.keys.some((taken) => taken === wanted || taken.startsWith(`${wanted} `) || wanted.startsWith(`${taken} `)),
  );
}

export type HotkeyMapping = { get(id: string): string | undefined; isEnabled(): boolean };

export class HotkeyRegistry {
  readonly #scopes: Scope[] = [];
  readonly #mapping: HotkeyMapping;
  readonly #listeners = new Set<() => void>();
  #pending: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(mapping: HotkeyMapping) {
    this.#mapping = mapping;
  }

  /** Later scopes win over earlier ones. Returns the removal. */
  register(name: string, bindings: readonly HotkeyBinding[]): () => void {
    const scope: Scope = { name, bindings };
    this.#scopes.push(scope);
    this.#announce();
    return () => {
      this.#scopes.splice(this.#scopes.indexOf(scope), 1);
      this.#announce();
    };
  }

  /** What the sheet shows: each binding once, the innermost first. */
  sheet(): { id: string; keys: string[]; label: string; group: string }[] {
    const seen = new Map<string, { id: string; keys: string[]; label: string; group: string }>();
    for (const scope of this.#scopes.toReversed()) {
      for (const binding of scope.bindings) {
        if (!seen.has(binding.id)) {
          seen.set(binding.id, {
            id: binding.id,
            keys: this.#keysOf(binding),
            label: binding.label,
            group: binding.group ?? scope.name,
          });
        }
      }
    }
    return [...seen.values()];
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The stored keys have changed. */
  refresh(): void {
    this.#announce();
  }

  /** Feeds a keydown; prevents its default when a binding ran or a sequence goes on. */
  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || !this.#mapping.isEnabled()) return;
    if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return;
    const typing = isTyping(event.target);
    const inLayer = isInLayer(event.target);
    const typed = [...this.#pending, keyOf(event)];
    for (const attempt of typed.length > 1 ? [typed, typed.slice(-1)] : [typed]) {
      if (this.#try(attempt, event, typing, inLayer)) return;
    }
    this.#setPending([]);
  }

  #try(typed: string[], event: KeyboardEvent, typing: boolean, inLayer: boolean): boolean {
    const text = typed.join(' ');
    let isPrefix = false;
    for (const scope of this.#scopes.toReversed()) {
      for (const binding of scope.bindings) {
        if ((typing || inLayer) && binding.inInputs !== true) continue;
        for (const keys of this.#keysOf(binding)) {
          if (keys === text) {
            this.#setPending([]);
            event.preventDefault();
            binding.run(event);
            return true;
          }
          if (keys.startsWith(`${text} `)) isPrefix = true;
        }
      }
    }
    if (isPrefix) this.#setPending(typed);
    return isPrefix;
  }

  #keysOf(binding: HotkeyBinding): string[] {
    const own = this.#mapping.get(binding.id);
    if (own !== undefined) return own === '' ? [] : [normaliseKeys(own)];
    return (typeof binding.keys === 'string' ? [binding.keys] : binding.keys).map(normaliseKeys);
  }

  #setPending(keys: string[]): void {
    this.#pending = keys;
    clearTimeout(this.#timer);
    if (keys.length > 0) this.#timer = setTimeout(() => this.#setPending([]), sequenceMs);
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
