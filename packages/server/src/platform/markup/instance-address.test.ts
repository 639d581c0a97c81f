import { describe, expect, it } from 'vitest';
import { addressedThing, nameOfAddressed } from './instance-address.ts';
import { redactReferences } from './redact-references.ts';
import { type ReferenceMap, renderMarkdown } from './index.ts';

const HERE = 'https://git.example';
const place = { instanceUrl: HERE, projectPath: 'team/app' };
const SHA = '0123456789abcdef0123456789abcdef01234567';

describe('addressedThing', () => {
  it.each([
    [`${HERE}/team/app/-/issues/12`, 'issue', '#12', '#12'],
    ['/team/app/-/issues/12', 'issue', '#12', '#12'],
    [`${HERE}/team/other/-/merge_requests/3`, 'merge_request', 'other!3', 'other!3'],
    [`${HERE}/team/app/sub/-/issues/4`, 'issue', 'team/app/sub#4', 'team/app/sub#4'],
    [`${HERE}/x/y/-/issues/5#note_77`, 'issue', 'x/y#5', 'x/y#5 (comment 77)'],
    [`${HERE}/x/y/-/merge_requests/5/diffs?diff_id=2#note_77`, 'merge_request', 'x/y!5', 'x/y!5 (comment 77)'],
    [`${HERE}/team/app/-/merge_requests/5/diffs#ab_1_2`, 'merge_request', '!5', '!5 (diffs)'],
    [`${HERE}/team/app/-/commit/${SHA}`, 'commit', `team/app@${SHA}`, '01234567'],
    [`${HERE}/x/y/-/commit/01234567`, 'commit', 'x/y@01234567', 'x/y@01234567'],
    [`${HERE}/x/y/-/compare/${SHA}...${SHA}`, 'commit_range', `x/y@${SHA}...${SHA}`, 'x/y@01234567...01234567'],
  ])('%s is %s %s', (address, kind, ref, name) => {
    const thing = addressedThing(address, place);
    expect(thing).toMatchObject({ kind, ref, format: '', url: address });
    expect(nameOfAddressed(ref, address, place.projectPath)).toBe(name);
  });

  it('takes a wish for the title, or for a summary', () => {
    const url = `${HERE}/team/app/-/issues/12`;
    expect(addressedThing(`${url}+`, place)).toMatchObject({ format: '+', url });
    expect(addressedThing(`${url}+s`, place)).toMatchObject({ format: '+s', url });
  });

  it.each([
    'https://git.example.evil/team/app/-/issues/12',
    'https://evil.example/team/app/-/issues/12',
    '//git.example/team/app/-/issues/12',
    `${HERE}/team/app/-/issues/new`,
    `${HERE}/team/app/-/issues/0`,
    `${HERE}/team/app/-/issues/12x`,
    `${HERE}/team/app/-/issues`,
    `${HERE}/team/app/-/commit/main`,
    `${HERE}/team/app/-/compare/${SHA}`,
    `${HERE}/team/app/-/blob/main/-/issues/12`,
    `${HERE}/issues/12`,
  ])('not %s', (address) => {
    expect(addressedThing(address, place)).toBeUndefined();
  });
});

describe('in a text', () => {
  const shown = async (text: string, known: ReferenceMap) => {
    const { html, references } = await renderMarkdown(text, { ...place, linkRoot: '/team/app' });
    return { html: redactReferences(html, known), issues: references.issues.map(({ iid }) => iid) };
  };
  const url = `${HERE}/team/app/-/issues/12#note_5`;
  const known: ReferenceMap = new Map([['issue:#12', { href: '/team/app/-/issues/12', title: 'A "title"' }]]);
  const short = `<a href="${url}" class="gfm gfm-issue" data-reference-type="issue" title="A &quot;title&quot;">#12 (comment 5)</a>`;
  const plain = `<a href="${url}">${url}</a>`;
  const words = `<a href="${url}">these <em>words</em></a>`;

  it('an address alone is short for those who may see the thing', async () => {
    const text = `${url} <${url}> [these *words*](${url}) \`${url}\``;
    const rest = `<code>${url}</code></p>`;
    expect(await shown(text, known)).toEqual({
      html: `<p dir="auto">${short} ${short} ${words} ${rest}\n`,
      issues: [12],
    });
    expect((await shown(text, new Map())).html).toBe(`<p dir="auto">${plain} ${plain} ${words} ${rest}\n`);
  });

  it('what is written into the address stays there', async () => {
    const odd = `${HERE}/team/app/-/issues/12?a=%22%3E%3Cb%3E'&x`;
    const { html } = await shown(odd, known);
    expect(html).toContain('href="https://git.example/team/app/-/issues/12?a=%22%3E%3Cb%3E');
    expect(html).not.toContain('<b>');
    expect((await shown(`[a](${odd}"onclick=x)`, known)).html).not.toMatch(/<[^>]*\sonclick/);
  });

  it('a reference that someone typed as ours is none', async () => {
    const forged = `<gl-ref data-kind="issue" data-ref="#12" data-url="javascript:x" data-name="x">x</gl-ref>`;
    expect((await shown(forged, known)).html).not.toContain('<a');
  });
});
