import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followableLink, interceptLinks } from './link-interception.ts';
import type { Navigator } from './navigator.ts';

const pages = {
  navigate: vi.fn<Navigator['navigate']>(),
  prefetch: vi.fn<Navigator['prefetch']>(),
  traverse: vi.fn<Navigator['traverse']>(),
  saveScroll: vi.fn<() => void>(),
};
let stop: () => void;

function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`No ${selector} in the fixture.`);
  return element;
}

beforeEach(() => {
  for (const mock of Object.values(pages)) mock.mockReset();
  stop = interceptLinks(pages as Pick<Navigator, keyof typeof pages> as Navigator);
});

afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

describe('followableLink', () => {
  it.each([
    ['<a href="/river"><b>x</b></a>', true],
    ['<a href="/river" target="_self"><b>x</b></a>', true],
    ['<a href="/river" target="_blank"><b>x</b></a>', false],
    ['<a href="/river" download><b>x</b></a>', false],
    ['<a href="/river" data-native><b>x</b></a>', false],
    ['<div data-native><a href="/river"><b>x</b></a></div>', false],
    ['<a href="https://example.com/"><b>x</b></a>', false],
    ['<a href="mailto:a@example.com"><b>x</b></a>', false],
    ['<a href="javascript:alert(1)"><b>x</b></a>', false],
    ['<a href="/api/v4/version"><b>x</b></a>', false],
    ['<a><b>x</b></a>', false],
    ['<b>x</b>', false],
  ])('%s: %s', (html, isFollowable) => {
    document.body.innerHTML = html;
    expect(followableLink(find('b')) !== null).toBe(isFollowable);
  });
});

describe('interceptLinks', () => {
  it('follows a plain click and leaves the others to the browser', () => {
    document.body.innerHTML = '<a href="/river">x</a>';
    const link = find('a');
    const click = (init: MouseEventInit): boolean =>
      !link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
    expect(click({})).toBe(true);
    expect(pages.navigate).toHaveBeenCalledExactlyOnceWith('http://localhost:3000/river');
    // jsdom cannot navigate; a listener after ours keeps it from trying.
    document.addEventListener('click', (event) => event.preventDefault(), { once: false });
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) click(init);
    expect(pages.navigate).toHaveBeenCalledTimes(1);
  });

  it('turns a GET form into a navigation without its empty fields', () => {
    document.body.innerHTML =
      '<form action="/search"><input name="q" value="a b"><input name="scope" value=""><button>Go</button></form>';
    const form = find('form');
    form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    expect(pages.navigate).toHaveBeenCalledExactlyOnceWith('http://localhost:3000/search?q=a+b');
  });

  it('does not touch a POST form', () => {
    document.body.innerHTML = '<form method="post" action="/users/sign_out"></form>';
    const event = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    find('form').dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
    expect(pages.navigate).not.toHaveBeenCalled();
  });

  it('prefetches on intent, not in passing', () => {
    vi.useFakeTimers();
    document.body.innerHTML = '<a href="/river">x</a><a href="/sea" data-no-prefetch>y</a><p>z</p>';
    const over = (selector: string): boolean =>
      find(selector).dispatchEvent(new Event('pointerover', { bubbles: true }));
    over('a');
    vi.advanceTimersByTime(20);
    over('p');
    vi.advanceTimersByTime(500);
    expect(pages.prefetch).not.toHaveBeenCalled();
    over('a');
    vi.advanceTimersByTime(100);
    over('[data-no-prefetch]');
    vi.advanceTimersByTime(100);
    expect(pages.prefetch).toHaveBeenCalledExactlyOnceWith('http://localhost:3000/river');
    vi.useRealTimers();
  });

  it('hands back and forward to the navigator', () => {
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(pages.traverse).toHaveBeenCalledTimes(1);
  });
});
