import { describe, expect, it } from 'vitest';
import { redactReferences, rewriteImages } from './redact-references.ts';

const PLACE = '<gl-ref data-kind="issue" data-ref="#12">#12</gl-ref>';

function shown(target: { href: string; title?: string; text?: string; color?: string }, html = PLACE): string {
  return redactReferences(
    html,
    new Map([
      ['issue:#12', target],
      ['label:~"a & b"', target],
    ]),
  );
}

describe('redactReferences', () => {
  it('T-074: shows what was written where nothing may be shown', () => {
    expect(redactReferences(`a ${PLACE} b`, new Map())).toBe('a #12 b');
    expect(
      redactReferences('<gl-ref data-kind="issue" data-ref="#12" data-format="+s">#12+s</gl-ref>', new Map()),
    ).toBe('#12+s');
  });

  it('a summary says what became of it, who works on it and for when; a title only what it is called', () => {
    const target = { href: '/x', title: 'A & b', state: 'closed', details: ['Ann <3', 'v1'] };
    const place = (format: string) =>
      PLACE.replace('#12">', `#12" data-format="${format}">`).replace('>#12<', `>#12${format}<`);
    expect(shown(target, place('+s'))).toContain('>A &amp; b (#12 - closed) • Ann &lt;3 • v1</a>');
    expect(shown(target, place('+'))).toContain('>A &amp; b (#12)</a>');
    expect(shown({ href: '/x', title: 'A' }, place('+s'))).toContain('>A (#12)</a>');
  });

  it('finds the key of an escaped reference', () => {
    const html = '<gl-ref data-kind="label" data-ref="~&quot;a &amp; b&quot;">~"a &amp; b"</gl-ref>';
    expect(shown({ href: '/x', text: 'a & b', color: '#00ff00' }, html)).toBe(
      '<a href="/x" class="gfm gfm-label" data-reference-type="label" data-color="#00ff00">a &amp; b</a>',
    );
  });

  it('escapes every value', () => {
    expect(shown({ href: '/x?"\'<>&', title: '"><script>', text: '<b>&' })).toBe(
      '<a href="/x?&quot;&#39;&lt;&gt;&amp;" class="gfm gfm-issue" data-reference-type="issue" title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;</a>',
    );
    expect(shown({ href: '/x', color: 'red;x' })).not.toContain('red');
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https:///evil.example',
    'x',
    '',
    '/a b',
    '/a\nb',
  ])('does not link to %s', (href) => {
    expect(shown({ href })).toBe('#12');
  });

  it('leaves text that only looks like a placeholder', () => {
    const text = '&lt;gl-ref data-kind="issue" data-ref="#12"&gt;#12&lt;/gl-ref&gt;';
    expect(shown({ href: '/x' }, text)).toBe(text);
  });

  it('removes placeholders of another form', () => {
    expect(shown({ href: '/x' }, '<gl-ref data-kind="issue" onclick="x" data-ref="#12">#12</gl-ref>')).toBe('#12');
    expect(shown({ href: '/x' }, '<gl-ref data-kind="issue" data-ref="#12"><b>#12</b></gl-ref>')).toBe('<b>#12</b>');
  });
});

describe('rewriteImages', () => {
  it('asks for outside images only and escapes the answer', () => {
    const html = '<img src="https://a.example/x?a=1&amp;b=2" alt="" /><img src="/g/p/-/raw/x.png" alt="" />';
    expect(rewriteImages(html, (url) => `/proxy?u=${url}"`)).toBe(
      '<img src="/proxy?u=https://a.example/x?a=1&amp;b=2&quot;" alt="" /><img src="/g/p/-/raw/x.png" alt="" />',
    );
    const leads = 'rel="nofollow noreferrer noopener" target="_blank"';
    expect(rewriteImages(html, () => 'javascript:x')).toBe(
      `<a href="https://a.example/x?a=1&amp;b=2" ${leads}>https://a.example/x?a=1&amp;b=2</a><img src="/g/p/-/raw/x.png" alt="" />`,
    );
  });
});
