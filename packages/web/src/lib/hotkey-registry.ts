export type Named = {
  /** Stable name, e.g. `changes.next-file`; remapping is stored under it. */
  id: string;
  /** `mod+enter`, `g i` (one after the other), `shift+d`, `?`; several for alternatives. */
  keys: string | readonly string[];
  /** What it does, for the sheet: `Next file`. Left out where the sheet knows it. */
  label?: string;
  /** Also while typing. Without it, keys with `mod` still work only outside of text fields. */
  inInputs?: boolean;
};

export type HotkeyBinding = Named & {
  /** Heading in the sheet, where it is not known there. */
  group?: string;
  run: (event: KeyboardEvent) => void;
};

/** Keys of a part of the page, by their names: they work while it has the keyboard, and it asks for them itself. */
export type PartKeys<Name extends string = string> = {
  keys: Readonly<Record<Name, readonly string[]>>;
  inInputs?: true;
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

/** For users: `⌘ K` or `Ctrl K`, `g then i`. One inner list per chord. */
export function describeKeys(keys: string): string[][] {
  const signs: Record<string, string> = {
    ...(isMac ? { mod: '⌘', alt: '⌥', shift: '⇧', ctrl: '⌃', enter: '↵' } : { mod: 'Ctrl' }),
    arrowup: '↑',
    arrowdown: '↓',
    arrowleft: '←',
    arrowright: '→',
    escape: 'Esc',
  };
  return keys
    .split(' ')
    .map((chord) => chord.split(/\+(?!$)/).map((part) => signs[part] ?? part.charAt(0).toUpperCase() + part.slice(1)));
}

/** For `aria-keyshortcuts`, which knows no keys one after the other. */
export function ariaKeys(keys: string): string | undefined {
  if (keys.includes(' ')) return undefined;
  return keys.replace('mod', isMac ? 'Meta' : 'Control').replace(/\b[a-z]/g, (first) => first.toUpperCase());
}

/** Whether it writes, moves or deletes where something is written. */
export function isWritingKey(keys: string): boolean {
  return !/^(mod|ctrl|meta|alt)\+/.test(keys);
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

export type HotkeyMapping = { get(id: string): string | undefined; isEnabled(): boolean };

export class HotkeyRegistry {
  /** What works now, the innermost last; and how many of each part are there. Read by the sheet. */
  readonly scopes: Scope[] = [];
  readonly parts = new Map<PartKeys, number>();
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
    this.scopes.push(scope);
    this.refresh();
    return () => {
      this.scopes.splice(this.scopes.indexOf(scope), 1);
      this.refresh();
    };
  }

  /** A part with keys of its own is there. There may be hundreds of one kind: only the first is news. */
  addPart(part: PartKeys): () => void {
    const count = (by: 1 | -1) => {
      const before = this.parts.get(part) ?? 0;
      this.parts.set(part, before + by);
      if (before === 0 || before + by === 0) this.refresh();
    };
    count(1);
    return () => count(-1);
  }

  /** Which of the keys of a part an event is. They work where shortcuts of the page are off: nobody meets them elsewhere. */
  pressed<Name extends string>({ keys, inInputs }: PartKeys<Name>, event: KeyboardEvent): Name | undefined {
    const typed = keyOf(event);
    // Cmd on one machine is Ctrl on another; whoever knows both may press either.
    const meant = [typed, typed.replace(/^(ctrl|meta)\+/, 'mod+')];
    return (Object.keys(keys) as Name[]).find((id) =>
      this.keysNow({ id, keys: keys[id] }).some((each) => meant.includes(each) && !(inInputs && isWritingKey(each))),
    );
  }

  /** The keys that something has now, where it works; none while it is switched off. */
  keysOf(id: string): readonly string[] {
    for (const [{ keys }, count] of this.parts) if (count && keys[id]) return this.keysNow({ id, keys: keys[id] });
    const binding = this.scopes.flatMap(({ bindings }) => bindings).findLast((each) => each.id === id);
    return binding && this.#mapping.isEnabled() ? this.keysNow(binding) : [];
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
    for (const scope of this.scopes.toReversed()) {
      for (const binding of scope.bindings) {
        if ((typing || inLayer) && binding.inInputs !== true) continue;
        for (const keys of this.keysNow(binding)) {
          if (typing && isWritingKey(keys)) continue;
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

  keysNow(binding: Named): readonly string[] {
    const own = this.#mapping.get(binding.id);
    if (own !== undefined) return own === '' ? [] : [own];
    return typeof binding.keys === 'string' ? [binding.keys] : binding.keys;
  }

  #setPending(keys: string[]): void {
    this.#pending = keys;
    clearTimeout(this.#timer);
    if (keys.length > 0) this.#timer = setTimeout(() => this.#setPending([]), sequenceMs);
  }

  /** Also when the stored keys have changed. */
  refresh(): void {
    for (const listener of this.#listeners) listener();
  }
}
