import { GlobPattern } from '@tributary/git';

export type Owners = { names: string[]; emails: string[]; roles: number[] };

export type OwnerEntry = {
  line: number;
  /** As it is written: the name of its rule. */
  text: string;
  pattern: GlobPattern;
  owners: Owners;
  isExclusion: boolean;
};

export type OwnerSection = {
  /** Empty: entries above the first section. */
  name: string;
  isOptional: boolean;
  approvalsRequired: number;
  entries: OwnerEntry[];
};

export type OwnerProblem =
  | 'missing_entry_owner'
  | 'missing_section_name'
  | 'invalid_section_format'
  | 'invalid_approval_requirement'
  | 'invalid_section_owner'
  | 'invalid_entry_owner';

export type CodeOwners = { sections: OwnerSection[]; problems: { line: number; problem: OwnerProblem }[] };

/** First one that exists. */
export const CODE_OWNERS_PATHS = ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'] as const;

const ROLES: Readonly<Record<string, number>> = {
  '@@developer': 30,
  '@@developers': 30,
  '@@maintainer': 40,
  '@@maintainers': 40,
  '@@owner': 50,
  '@@owners': 50,
};

const MAX_REQUIRED = 100;
/** Of one pattern and path: more than any that fit into a file of code owners and a tree. */
const MAX_STEPS = 1e9;

/**
 * Reads a file of code owners. Lines with an error are kept as far as they can be understood, and named: a section whose
 * header is wrong is read as an entry, a requirement below one counts as one.
 */
export function parseCodeOwners(text: string): CodeOwners {
  const root: OwnerSection = { name: '', isOptional: false, approvalsRequired: 1, entries: [] };
  const sections = [root];
  const problems: CodeOwners['problems'] = [];
  let section = root;
  let defaults = noOwners();
  for (const [at, raw] of text.split('\n').entries()) {
    const line = at + 1;
    const content = raw.trim();
    if (content === '' || content.startsWith('#')) continue;
    const report = (problem: OwnerProblem) => void problems.push({ line, problem });
    const header = /^\^?\[/.test(content) ? readHeader(content, report) : undefined;
    if (header) {
      defaults = header.owners;
      section = sectionNamed(sections, header);
      continue;
    }
    const entry = readEntry(content, line, defaults, report);
    section.entries = [...section.entries.filter((each) => each.text !== entry.text || each.isExclusion), entry];
  }
  return { sections: sections.filter(({ entries }) => entries.length > 0), problems };
}

type Header = Omit<OwnerSection, 'entries'> & { owners: Owners };

/** Undefined when it is no header after all. */
function readHeader(content: string, report: (problem: OwnerProblem) => void): Header | undefined {
  const isOptional = content.startsWith('^');
  const inner = content.slice(isOptional ? 2 : 1);
  const end = inner.indexOf(']');
  const reject = (problem: OwnerProblem): undefined => {
    report(problem);
    return undefined;
  };
  if (end === -1) return reject('invalid_section_format');
  const name = inner.slice(0, end).trim();
  if (name === '') return reject('missing_section_name');
  const rest = inner.slice(end + 1);
  const count = /^\[([^\]]*)\]/.exec(rest);
  const after = count ? rest.slice(count[0].length) : rest;
  if (after !== '' && !/^\s/.test(after)) return reject('invalid_section_format');
  const required = count ? Number(count[1]) : 1;
  const isCount = Number.isInteger(required) && required >= 1 && required <= MAX_REQUIRED;
  if (!isCount) report('invalid_approval_requirement');
  const words = wordsOf(after).filter((word) => !word.startsWith('#'));
  const owners = readOwners(words, () => report('invalid_section_owner'));
  return { name, isOptional, approvalsRequired: isCount ? required : 1, owners };
}

/** Names are the same whatever their case. The last header of a section says how many approvals it asks for. */
function sectionNamed(sections: OwnerSection[], { name, isOptional, approvalsRequired }: Header): OwnerSection {
  const known = sections.find((each) => each.name !== '' && each.name.toLowerCase() === name.toLowerCase());
  if (!known) {
    const made = { name, isOptional, approvalsRequired, entries: [] };
    sections.push(made);
    return made;
  }
  // Written twice it is as strict as the stricter of the two.
  known.isOptional &&= isOptional;
  known.approvalsRequired = Math.max(known.approvalsRequired, approvalsRequired);
  return known;
}

function readEntry(
  content: string,
  line: number,
  defaults: Owners,
  report: (problem: OwnerProblem) => void,
): OwnerEntry {
  const [first = '', ...rest] = wordsOf(content);
  const isExclusion = first.startsWith('!');
  const text = isExclusion ? first.slice(1) : first;
  const comment = rest.findIndex((word) => word.startsWith('#'));
  const words = comment === -1 ? rest : rest.slice(0, comment);
  const own = readOwners(words, () => report('invalid_entry_owner'));
  const owners = isEmpty(own) && !isExclusion ? defaults : own;
  if (!isExclusion && isEmpty(owners)) report('missing_entry_owner');
  // A leading `\#` is a file whose name starts with that.
  return { line, text, pattern: parsePattern(text), owners, isExclusion };
}

/** A leading `/` ties the pattern to the root, a trailing one means everything below. */
function parsePattern(text: string): GlobPattern {
  const isAnchored = text.startsWith('/');
  const body = text.slice(isAnchored ? 1 : 0);
  return new GlobPattern(`${isAnchored ? '' : '**/'}${body.endsWith('/') ? `${body}**` : body}`);
}

const matchesPattern = (pattern: GlobPattern, path: string) => pattern.matches(path, { steps: MAX_STEPS });

/** Words between spaces; `\ ` is a space within one. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\' && /\s/.test(text[at + 1] ?? '')) {
      word += text[at + 1];
      at += 1;
    } else if (/\s/.test(char)) {
      if (word !== '') words.push(word);
      word = '';
    } else word += char;
  }
  return word === '' ? words : [...words, word];
}

function readOwners(words: readonly string[], onInvalid: () => void): Owners {
  const owners = noOwners();
  let isWrong = false;
  for (const word of words) {
    const role = ROLES[word.toLowerCase()];
    if (role !== undefined) owners.roles.push(role);
    else if (/^@[\w][\w.\-/]*$/.test(word)) owners.names.push(word.slice(1));
    else if (/^[^@\s]+@[^@\s]+$/.test(word)) owners.emails.push(word.toLowerCase());
    else isWrong = true;
  }
  if (isWrong) onInvalid();
  return owners;
}

const noOwners = (): Owners => ({ names: [], emails: [], roles: [] });
const isEmpty = ({ names, emails, roles }: Owners) => names.length + emails.length + roles.length === 0;

/** The entry of a section that owns this file: the last that fits, unless one excludes the file. */
export function ownerOf(section: OwnerSection, path: string): OwnerEntry | undefined {
  if (section.entries.some((entry) => entry.isExclusion && matchesPattern(entry.pattern, path))) return undefined;
  const entry = section.entries.findLast((each) => !each.isExclusion && matchesPattern(each.pattern, path));
  return entry && !isEmpty(entry.owners) ? entry : undefined;
}

export type OwnedFiles = { section: OwnerSection; entry: OwnerEntry; paths: string[] };

/** Entries that own some of these files, each with its files. */
export function entriesFor(file: CodeOwners, paths: readonly string[]): OwnedFiles[] {
  return file.sections.flatMap((section) => {
    const found = new Map<OwnerEntry, string[]>();
    for (const path of paths) {
      const entry = ownerOf(section, path);
      if (entry) found.set(entry, [...(found.get(entry) ?? []), path]);
    }
    return [...found].map(([entry, owned]) => ({ section, entry, paths: owned }));
  });
}
