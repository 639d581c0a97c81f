export type AtomEntry = {
  /** Address of what it is about; also its id, unless there is another. */
  href: string;
  id?: string;
  title: string;
  updatedAt: Date;
  author: { name: string; email?: string | undefined };
  /** Plain text. */
  summary: string;
};

export type AtomFeed = { title: string; href: string; selfHref: string; entries: readonly AtomEntry[] };

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text of an XML document; what XML cannot hold at all is left out. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (char) => NAMES[char] ?? char);
}

/** A list of changes as feed readers take it, newest first. */
export function atomFeed({ title, href, selfHref, entries }: AtomFeed): string {
  const updatedAt = entries.reduce((newest, entry) => Math.max(newest, entry.updatedAt.getTime()), 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>${xml(title)}</title>`,
    `<link href="${xml(selfHref)}" rel="self" type="application/atom+xml"/>`,
    `<link href="${xml(href)}" rel="alternate" type="text/html"/>`,
    `<id>${xml(href)}</id>`,
    `<updated>${new Date(updatedAt).toISOString()}</updated>`,
    ...entries.map(atomEntry),
    '</feed>',
    '',
  ].join('\n');
}

function atomEntry({ href, id, title, updatedAt, author, summary }: AtomEntry): string {
  const email = author.email === undefined ? '' : `<email>${xml(author.email)}</email>`;
  return [
    '<entry>',
    `<id>${xml(id ?? href)}</id>`,
    `<link href="${xml(href)}"/>`,
    `<title>${xml(title)}</title>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    `<author><name>${xml(author.name)}</name>${email}</author>`,
    `<summary type="text">${xml(summary)}</summary>`,
    '</entry>',
  ].join('');
}
