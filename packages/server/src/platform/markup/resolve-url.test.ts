import { describe, expect, it } from 'vitest';
import { prefixedId, resolveImage, resolveLink } from './resolve-url.ts';

const FILE = { linkRoot: '/group/project', ref: 'feature/x y', basePath: 'doc/guide' };
const NOTE = { linkRoot: '/group/project' };

describe('resolveLink', () => {
  it.each([
    ['a.md', '/group/project/-/blob/feature/x%20y/doc/guide/a.md'],
    ['./a b.md', '/group/project/-/blob/feature/x%20y/doc/guide/a%20b.md'],
    ['../a%20b.md', '/group/project/-/blob/feature/x%20y/doc/a%20b.md'],
    ['../../../../etc/passwd', '/group/project/-/blob/feature/x%20y/etc/passwd'],
    ['%2e%2e/%2E%2e/a', '/group/project/-/blob/feature/x%20y/a'],
    ['..\\..\\a', '/group/project/-/blob/feature/x%20y/a'],
    ['a%2fb', '/group/project/-/blob/feature/x%20y/doc/guide/a%2Fb'],
    ['a%zz', '/group/project/-/blob/feature/x%20y/doc/guide/a%25zz'],
    ['/top.md', '/group/project/-/blob/feature/x%20y/top.md'],
    ['sub/', '/group/project/-/tree/feature/x%20y/doc/guide/sub'],
    ['/', '/group/project/-/tree/feature/x%20y'],
    ['../../', '/group/project/-/tree/feature/x%20y'],
    ['a.md#Some-Part', '/group/project/-/blob/feature/x%20y/doc/guide/a.md#user-content-Some-Part'],
    ['a.md#L10-L12', '/group/project/-/blob/feature/x%20y/doc/guide/a.md#L10-L12'],
    ['a.ts?x=1#L10', '/group/project/-/blob/feature/x%20y/doc/guide/a.ts?x=1#L10'],
    ['/group/project/-/issues/1', '/group/project/-/issues/1'],
    ['/other/place/-/issues/1?a=b', '/other/place/-/issues/1?a=b'],
    ['#part', '#user-content-part'],
    ['#user-content-part', '#user-content-part'],
    ['#', '#'],
    [
      '/uploads/0123456789abcdef0123456789abcdef/a b.png',
      '/group/project/uploads/0123456789abcdef0123456789abcdef/a%20b.png',
    ],
    ['https://A.example/x y', 'https://a.example/x%20y'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['xmpp:a@b.example/x', 'xmpp:a@b.example/x'],
    ['ftp://a.example/x', 'ftp://a.example/x'],
    ['//a.example/x', 'https://a.example/x'],
    ['https://git.example@evil.example/x', 'https://evil.example/x'],
    ['\\\\a.example/x', 'https://a.example/x'],
    ['/\\a.example/x', 'https://a.example/x'],
    ['/\t/a.example/x', 'https://a.example/x'],
  ])('%s', (written, url) => {
    expect(resolveLink(written, FILE)?.url).toBe(url);
  });

  it.each([
    'javascript:x',
    'java\nscript:x',
    '\u0000javascript:x',
    'data:x',
    'irc://a.example',
    'tel:1',
    'http://',
    '',
    ' ',
    '?a=b',
  ])('refuses %j', (written) => {
    expect(resolveLink(written, FILE)).toBeNull();
  });

  it('in a comment starts at the top of the repository or of the instance', () => {
    expect(resolveLink('doc/a.md', NOTE)?.url).toBe('/group/project/-/blob/HEAD/doc/a.md');
    expect(resolveLink('/ann', NOTE)?.url).toBe('/ann');
    expect(resolveLink('doc/a.md', {})).toBeNull();
    expect(resolveLink('/ann/', {})?.url).toBe('/ann/');
  });

  it('knows what is outside', () => {
    const context = { instanceUrl: 'https://git.example' };
    expect(resolveLink('https://git.example/x', context)?.isExternal).toBe(false);
    expect(resolveLink('https://git.example.evil/x', context)?.isExternal).toBe(true);
    expect(resolveLink('/x', context)?.isExternal).toBe(false);
    expect(resolveLink('mailto:a@b.example', context)?.isExternal).toBe(false);
  });
});

describe('resolveImage', () => {
  it('loads files raw and outside images over https', () => {
    expect(resolveImage('../x.png', FILE)?.url).toBe('/group/project/-/raw/feature/x%20y/doc/x.png');
    expect(resolveImage('https://a.example/x.png', FILE)?.url).toBe('https://a.example/x.png');
    expect(resolveImage('http://a.example/x.png', FILE)).toBeNull();
    expect(resolveImage('http://git.local/x.png', { instanceUrl: 'http://git.local' })?.url).toBe(
      'http://git.local/x.png',
    );
    expect(resolveImage('mailto:x', FILE)).toBeNull();
    expect(resolveImage('data:image/png,x', FILE)).toBeNull();
  });
});

describe('prefixedId', () => {
  it('keeps ids apart from those of the page', () => {
    expect(prefixedId('a b"<>\'c')).toBe('user-content-abc');
    expect(prefixedId('user-content-x')).toBe('user-content-x');
    expect(prefixedId(' ')).toBe('');
    expect(prefixedId('x'.repeat(999)).length).toBe(213);
  });
});
