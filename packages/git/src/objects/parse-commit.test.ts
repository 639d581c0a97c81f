import { describe, expect, it } from 'vitest';
import { isoDate, isoMoment, momentOf, parseCommit, parseSignature, parseTag, parseTrailers } from './parse-commit.ts';

const SHA = 'a'.repeat(40);

describe('parseCommit', () => {
  it('keeps the signature apart from the message', () => {
    const raw = `tree ${SHA}\nparent ${SHA}\nparent ${SHA}\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 -0130\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n\nSubject\n\nBody\n`;
    const commit = parseCommit(SHA, Buffer.from(raw));
    expect(commit).toMatchObject({
      subject: 'Subject',
      body: 'Body',
      parents: [SHA, SHA],
      committer: { date: '1969-12-31T22:30:02-01:30' },
    });
    expect(commit.signature).toContain('\n\nabc\n');
  });

  it('reads declared, undeclared and broken encodings', () => {
    const head = `tree ${SHA}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n`;
    expect(parseCommit(SHA, Buffer.from(`${head}encoding ISO-8859-1\n\ncaf\xe9`, 'latin1')).subject).toBe('café');
    expect(parseCommit(SHA, Buffer.from(`${head}\ncaf\xe9`, 'latin1')).subject).toBe('café');
    expect(parseCommit(SHA, Buffer.from(`${head}encoding klingon\n\nx`)).subject).toBe('x');
    expect(parseCommit(SHA, Buffer.from(head)).subject).toBe('');
    for (const name of ['UTF-16', 'utf-16le', 'UTF-16BE', 'ucs-2'])
      expect(parseCommit(SHA, Buffer.from(`${head}encoding ${name}\n\ncafé`))).toMatchObject({
        subject: 'café',
        treeOid: SHA,
      });
  });

  it.each([
    ['Name <a@b> 1700000000 +0530', 'Name', '2023-11-15T03:43:20+05:30'],
    ['<script>x</script> <a@b> 0 +0000', '', '1970-01-01T00:00:00+00:00'],
    ['Old <a@b> -100 +0000', 'Old', '1969-12-31T23:58:20+00:00'],
    ['Far <a@b> 99999999999999999 +0000', 'Far', '1970-01-01T00:00:00+00:00'],
    ['Later <a@b> 253402300800 +0000', 'Later', '10000-01-01T00:00:00+00:00'],
    ['Later <a@b> 253402300799 +0100', 'Later', '10000-01-01T00:59:59+01:00'],
    ['Last <a@b> 9000000000000 +0000', 'Last', '287168-08-24T16:00:00+00:00'],
    ['First <a@b> -62135596800 +0000', 'First', '0001-01-01T00:00:00+00:00'],
    ['Leap <a@b> 951782400 -0030', 'Leap', '2000-02-28T23:30:00-00:30'],
    ['Zone <a@b> 10 +051800', 'Zone', '1970-01-01T00:00:10+00:00'],
    ['Zone <a@b> 10 -0000', 'Zone', '1970-01-01T00:00:10-00:00'],
    ['Zone <a@b> 10 +9999', 'Zone', '1970-01-01T00:00:10+00:00'],
    ['Nothing', 'Nothing', '1970-01-01T00:00:00+00:00'],
    ['No date <a@b>', 'No date', '1970-01-01T00:00:00+00:00'],
  ])('reads the signature %j', (line, name, date) => {
    expect(parseSignature(line)).toMatchObject({ name, date });
  });

  it('has a moment for every date', () => {
    expect(isoDate(253_402_300_799, '+1400')).toBe('10000-01-01T13:59:59+14:00');
    expect(isoDate(4_294_967_296, '+0000')).toBe('2106-02-07T06:28:16+00:00');
    expect(isoMoment(momentOf({ epochSeconds: 253_402_300_800 }))).toBe('10000-01-01T00:00:00.000Z');
    expect(momentOf({ epochSeconds: 9_000_000_000_000 }).getTime()).toBe(8.64e15);
  });

  it('reads tags and trailers', () => {
    const tag = parseTag(
      SHA,
      Buffer.from(
        `object ${SHA}\ntype commit\ntag v1\ntagger T <t@u> 5 +0000\n\nNotes\n-----BEGIN PGP SIGNATURE-----\nx`,
      ),
    );
    expect(tag).toMatchObject({ targetOid: SHA, name: 'v1', message: 'Notes\n', tagger: { name: 'T' } });
    expect(parseTrailers('S\n\nText\n\nCo-authored-by: A <a@b>\nX-Y: 1\n  more\n')).toEqual([
      { key: 'Co-authored-by', value: 'A <a@b>' },
      { key: 'X-Y', value: '1 more' },
    ]);
    expect(parseTrailers('S\n\nX-Y:\n  folded\n\tmore\n')).toEqual([{ key: 'X-Y', value: 'folded more' }]);
    expect(parseTrailers('Subject: not a trailer')).toEqual([]);
    expect(parseTrailers('S\n\nJust text\nX: 1')).toEqual([]);
  });
});
