import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ariaKeys, describeKeys, HotkeyRegistry } from './hotkey-registry.ts';
import { clashingHotkey, rowsOf } from './hotkey-sheet.ts';

let map: Record<string, string> = {};
let isEnabled = true;
let registry: HotkeyRegistry;

function press(key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  const handle = (found: Event): void => registry.handle(found as KeyboardEvent);
  target.addEventListener('keydown', handle, { once: true });
  target.dispatchEvent(event);
  return event;
}

beforeEach(() => {
  vi.useFakeTimers();
  map = {};
  isEnabled = true;
  registry = new HotkeyRegistry({ get: (id) => map[id], isEnabled: () => isEnabled });
});

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

describe('HotkeyRegistry', () => {
  it('runs single keys, signs and chords, and prevents their default', () => {
    const ran: string[] = [];
    registry.register('test', [
      { id: 'next', keys: ['j', ']'], label: 'Next', run: () => ran.push('next') },
      { id: 'help', keys: '?', label: 'Help', run: () => ran.push('help') },
      { id: 'diff', keys: 'shift+d', label: 'Diff', run: () => ran.push('diff') },
      { id: 'palette', keys: 'mod+k', label: 'Palette', run: () => ran.push('palette') },
    ]);
    expect(press('j').defaultPrevented).toBe(true);
    press(']');
    press('?', { shiftKey: true });
    press('D', { shiftKey: true });
    press('k', { ctrlKey: true });
    expect(press('x').defaultPrevented).toBe(false);
    expect(ran).toEqual(['next', 'next', 'help', 'diff', 'palette']);
  });

  it('waits for the second key of a sequence, but not for ever', () => {
    const run = vi.fn<() => void>();
    registry.register('test', [{ id: 'inbox', keys: 'g i', label: 'Inbox', run }]);
    press('g');
    press('i');
    expect(run).toHaveBeenCalledTimes(1);
    press('g');
    vi.advanceTimersByTime(2_000);
    press('i');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('leaves typing alone unless a binding asks for it', () => {
    const plain = vi.fn<() => void>();
    const always = vi.fn<() => void>();
    registry.register('test', [
      { id: 'plain', keys: 'j', label: 'Plain', run: plain },
      { id: 'send', keys: 'mod+enter', label: 'Send', run: always, inInputs: true },
    ]);
    document.body.innerHTML = '<textarea></textarea><input type="checkbox"><div role="menu"><button></button></div>';
    const [area, box, item] = ['textarea', 'input', 'button'].map((name) => document.querySelector(name));
    if (!area || !box || !item) throw new Error('The fixture is incomplete.');
    press('j', {}, area);
    press('Enter', { ctrlKey: true }, area);
    press('j', {}, item);
    expect([plain.mock.calls.length, always.mock.calls.length]).toEqual([0, 1]);
    press('j', {}, box);
    expect(plain).toHaveBeenCalledTimes(1);
  });

  it('lets the innermost scope win and gives the key back', () => {
    const outer = vi.fn<() => void>();
    const inner = vi.fn<() => void>();
    registry.register('outer', [{ id: 'a', keys: 'e', label: 'Outer', run: outer }]);
    const remove = registry.register('inner', [{ id: 'b', keys: 'e', label: 'Inner', run: inner }]);
    press('e');
    remove();
    press('e');
    expect([inner.mock.calls.length, outer.mock.calls.length]).toEqual([1, 1]);
  });

  it('follows the mapping of the user', () => {
    const run = vi.fn<() => void>();
    registry.register('test', [{ id: 'next', keys: 'j', label: 'Next', run }]);
    map = { next: 'mod+shift+n' };
    press('j');
    press('N', { ctrlKey: true, shiftKey: true });
    expect(run).toHaveBeenCalledTimes(1);
    expect(rowsOf(registry)).toEqual([{ id: 'next', keys: ['mod+shift+n'], label: 'Next', scope: 'test' }]);
    map = { next: '' };
    expect(rowsOf(registry)[0]?.keys).toEqual([]);
    map = {};
    isEnabled = false;
    press('j');
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('keys of a part', () => {
  const part = {
    inInputs: true,
    keys: { send: ['mod+enter'], 'send-now': ['mod+shift+enter'] },
  } as const;
  const lines = { keys: { up: ['arrowup'] } };
  const pressed = (key: string, init: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, ...init });
    return registry.pressed(part, event) ?? registry.pressed(lines, event);
  };

  it('are listed once, however many parts there are, as long as one is there', () => {
    const listener = vi.fn<() => void>();
    registry.subscribe(listener);
    const removals = [registry.addPart(part), registry.addPart(part)];
    expect(rowsOf(registry)).toEqual([
      { id: 'send', keys: ['mod+enter'], scope: 'This page', inInputs: true },
      { id: 'send-now', keys: ['mod+shift+enter'], scope: 'This page', inInputs: true },
    ]);
    removals[0]?.();
    expect(registry.keysOf('send')).toEqual(['mod+enter']);
    removals[1]?.();
    expect([rowsOf(registry), registry.keysOf('send'), listener.mock.calls.length]).toEqual([[], [], 2]);
  });

  it('are asked for by the part, with Ctrl or Cmd, also where the shortcuts of the page are off', () => {
    isEnabled = false;
    expect([pressed('Enter', { ctrlKey: true }), pressed('Enter', { metaKey: true })]).toEqual(['send', 'send']);
    expect([pressed('Enter'), pressed('ArrowUp'), pressed('ArrowUp', { shiftKey: true })]).toEqual([
      undefined,
      'up',
      undefined,
    ]);
    map = { send: 'alt+s' };
    expect([pressed('s', { altKey: true }), pressed('Enter', { ctrlKey: true })]).toEqual(['send', undefined]);
  });

  it('never take a key that writes, however it came into the mapping', () => {
    const run = vi.fn<() => void>();
    registry.register('test', [{ id: 'palette', keys: 'mod+k', label: 'Palette', run, inInputs: true }]);
    map = { send: 's', palette: 'k' };
    expect(pressed('s')).toBeUndefined();
    document.body.innerHTML = '<textarea></textarea>';
    const area = document.querySelector('textarea');
    if (!area) throw new Error('The fixture is incomplete.');
    expect(press('k', {}, area).defaultPrevented).toBe(false);
    press('k');
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('keys', () => {
  it('are read by users and by readers of screens', () => {
    expect(describeKeys('mod+k')).toEqual([['Ctrl', 'K']]);
    expect(describeKeys('g i')).toEqual([['G'], ['I']]);
    expect([describeKeys('mod++'), describeKeys('+'), describeKeys('shift+arrowup')]).toEqual([
      [['Ctrl', '+']],
      [['+']],
      [['Shift', '↑']],
    ]);
    expect([ariaKeys('mod+k'), ariaKeys('t'), ariaKeys('g i')]).toEqual(['Control+K', 'T', undefined]);
  });
});

describe('clashes', () => {
  const others = [
    { id: 'next', keys: [']', 'j'] },
    { id: 'issues', keys: ['g i'] },
  ];
  it.each([
    ['mine', 'j', 'next'],
    ['mine', 'g', 'issues'],
    ['mine', 'g i', 'issues'],
    ['mine', 'j k', 'next'],
    ['mine', 'h', undefined],
    ['next', 'j', undefined],
  ])('%s on %s clashes with %s', (id, keys, taken) => {
    expect(clashingHotkey(id, keys, others)?.id).toBe(taken);
  });
});
