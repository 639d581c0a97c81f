/** A user and a moment, as a commit or tag names them. Nothing here is verified: anyone can write any name. */
export interface Signature {
  name: string;
  email: string;
  /**
   * ISO 8601 with the author's own offset, as git writes it: a year above 9999 has more digits and no sign. Before the year
   * 1, and where the seconds are no exact number, 1970-01-01. For a `Date` see `momentOf`.
   */
  date: string;
  epochSeconds: number;
  /** As written, e.g. `+0200`. */
  timezone: string;
}

export interface Commit {
  sha: string;
  treeOid: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  /** First line of the message. */
  subject: string;
  /** What follows the first line, without the blank lines between. */
  body: string;
  message: string;
  /** The armoured signature, if the commit has one. */
  signature: string | null;
}

export interface AnnotatedTag {
  oid: string;
  targetOid: string;
  targetType: string;
  name: string;
  tagger: Signature | null;
  message: string;
  /** The armoured signature below the message, if there is one. */
  signature: string | null;
}

/** The first second of the year 1, and the last of those a `Date` can hold (in the year 275760). */
const FIRST_SECOND = -62_135_596_800;
const LAST_DATE_SECOND = 8_640_000_000_000;
const DAY_SECONDS = 86_400;
const NO_SIGNATURE: Signature = {
  name: '',
  email: '',
  date: '1970-01-01T00:00:00+00:00',
  epochSeconds: 0,
  timezone: '+0000',
};

interface RawObject {
  headers: Map<string, string[]>;
  message: string;
}

export function parseCommit(sha: string, content: Buffer): Commit {
  const { headers, message } = splitObject(content);
  const { subject, body } = splitMessage(message);
  return {
    sha,
    treeOid: headers.get('tree')?.[0] ?? '',
    parents: headers.get('parent') ?? [],
    author: parseSignature(headers.get('author')?.[0]),
    committer: parseSignature(headers.get('committer')?.[0]),
    subject,
    body,
    message,
    signature: headers.get('gpgsig')?.[0] ?? headers.get('gpgsig-sha256')?.[0] ?? null,
  };
}

const TAG_SIGNATURE = /-----BEGIN (?:PGP SIGNATURE|SSH SIGNATURE|SIGNED MESSAGE)-----[\s\S]*$/;

export function parseTag(oid: string, content: Buffer): AnnotatedTag {
  const { headers, message } = splitObject(content);
  const tagger = headers.get('tagger')?.[0];
  return {
    oid,
    targetOid: headers.get('object')?.[0] ?? '',
    targetType: headers.get('type')?.[0] ?? '',
    name: headers.get('tag')?.[0] ?? '',
    tagger: tagger === undefined ? null : parseSignature(tagger),
    message: message.replace(TAG_SIGNATURE, ''),
    signature: TAG_SIGNATURE.exec(message)?.[0].trimEnd() ?? null,
  };
}

export function parseSignature(line: string | undefined): Signature {
  if (line === undefined) return NO_SIGNATURE;
  const open = line.indexOf('<');
  const close = line.lastIndexOf('>');
  if (open === -1 || close < open) return { ...NO_SIGNATURE, name: line.trim() };
  const when = /^\s*(-?\d+)(?:\s+([+-]\d{4})(?!\d))?/.exec(line.slice(close + 1));
  const epochSeconds = epochSecondsOf(when?.[1] ?? '0');
  const timezone = when?.[2] ?? '+0000';
  return {
    name: line.slice(0, open).trim(),
    email: line.slice(open + 1, close).trim(),
    date: isoDate(epochSeconds, timezone),
    epochSeconds,
    timezone,
  };
}

/** Seconds as git writes them; 0 for what is no moment that can be shown. */
export function epochSecondsOf(text: string): number {
  const seconds = Number(text);
  return Number.isSafeInteger(seconds) && seconds >= FIRST_SECOND ? seconds : 0;
}

/** The moment as a `Date`, for columns and for sorting; of one too far in the future the last that there is. */
export function momentOf({ epochSeconds }: Pick<Signature, 'epochSeconds'>): Date {
  return new Date(Math.min(epochSeconds, LAST_DATE_SECOND) * 1000);
}

/** `2026-11-28T09:00:00.000Z`, in which a year above 9999 has no sign, as git and most clients read it. */
export function isoMoment(date: Date): string {
  return date.toISOString().replace(/^\+0*/, '');
}

export function isoDate(epochSeconds: number, timezone: string): string {
  const hours = Number(timezone.slice(1, 3));
  const minutes = Number(timezone.slice(3, 5));
  const valid = hours < 24 && minutes < 60;
  const offsetSeconds = valid ? (timezone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60) : 0;
  const local = epochSeconds + offsetSeconds;
  if (!Number.isSafeInteger(local) || local < FIRST_SECOND) return NO_SIGNATURE.date;
  const day = Math.floor(local / DAY_SECONDS);
  const time = new Date((local - day * DAY_SECONDS) * 1000).toISOString().slice(11, 19);
  const suffix = valid ? `${timezone.slice(0, 3)}:${timezone.slice(3, 5)}` : '+00:00';
  return `${calendarDay(day)}T${time}${suffix}`;
}

/** Days of 400 years, after which the calendar repeats. */
const CYCLE_DAYS = 146_097;

/** `2026-11-28` of the day that is so many after 1970-01-01; a `Date` ends at the year 275760. */
function calendarDay(day: number): string {
  const cycles = Math.floor(day / CYCLE_DAYS);
  const within = new Date((day - cycles * CYCLE_DAYS) * DAY_SECONDS * 1000);
  const year = String(within.getUTCFullYear() + cycles * 400).padStart(4, '0');
  return `${year}-${within.toISOString().slice(5, 10)}`;
}

export function splitMessage(message: string): { subject: string; body: string } {
  const text = message.replace(/^\n+/, '');
  const end = text.indexOf('\n');
  if (end === -1) return { subject: text.trim(), body: '' };
  return {
    subject: text.slice(0, end).trim(),
    body: text
      .slice(end + 1)
      .replace(/^\n+/, '')
      .trimEnd(),
  };
}

/** The trailers of a message (`Signed-off-by: …`): the last paragraph, when every line of it is one. */
export function parseTrailers(message: string): { key: string; value: string }[] {
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/);
  if (paragraphs.length < 2) return [];
  const trailers: { key: string; value: string }[] = [];
  for (const line of (paragraphs.at(-1) ?? '').split('\n')) {
    const match = /^([A-Za-z0-9-]+)[ \t]*:[ \t]*(.*)$/.exec(line);
    const last = trailers.at(-1);
    if (match !== null) trailers.push({ key: match[1] ?? '', value: (match[2] ?? '').trim() });
    else if (/^[ \t]/.test(line) && last !== undefined) last.value = `${last.value} ${line.trim()}`.trim();
    else if (!line.startsWith('(cherry picked from')) return [];
  }
  return trailers;
}

function splitObject(content: Buffer): RawObject {
  const blank = content.indexOf('\n\n');
  const headerBytes = blank === -1 ? content : content.subarray(0, blank);
  const messageBytes = blank === -1 ? Buffer.alloc(0) : content.subarray(blank + 2);
  const encoding = /^encoding (.+)$/m.exec(headerBytes.toString('latin1'))?.[1];
  const headers = new Map<string, string[]>();
  let last: string[] | null = null;
  for (const line of decodeText(headerBytes, encoding).split('\n')) {
    if (line.startsWith(' ') && last !== null) {
      last.push(`${last.pop() ?? ''}\n${line.slice(1)}`);
      continue;
    }
    const space = line.indexOf(' ');
    const key = space === -1 ? line : line.slice(0, space);
    last = headers.get(key) ?? [];
    headers.set(key, last);
    last.push(space === -1 ? '' : line.slice(space + 1));
  }
  return { headers, message: decodeText(messageBytes, encoding) };
}

/**
 * Declared encoding if Node knows it; else UTF-8; else Windows-1252, which gives every byte a letter. UTF-16 is never taken
 * at its word: git stores no message with NUL bytes, and the headers around are ASCII in any case.
 */
export function decodeText(bytes: Buffer, encoding?: string): string {
  for (const label of [encoding, 'utf-8']) {
    if (label === undefined) continue;
    try {
      const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
      if (!decoder.encoding.startsWith('utf-16')) return decoder.decode(bytes);
    } catch (error) {
      // RangeError: unknown label. TypeError: the bytes are not in that encoding.
      if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}
