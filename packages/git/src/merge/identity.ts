import { GitError } from '../process/git-error.ts';

/** Who a new commit or tag is from. */
export interface Identity {
  name: string;
  email: string;
  /** Default: now. */
  date?: Date;
  /** `+hhmm`; default `+0000`. */
  timezone?: string;
}

const MAX_PART_LENGTH = 512;

/** `Name <mail> seconds zone` as git stores it; characters that would break the line are dropped. */
export function formatSignature(identity: Identity): string {
  const name = clean(identity.name);
  const email = clean(identity.email).replaceAll(/\s+/g, '');
  if (name === '' || email === '')
    throw new GitError('invalid_text', 'A commit requires a name and an email address.', {
      details: { code: 'identity_blank' },
    });
  const seconds = Math.max(0, Math.floor((identity.date ?? new Date()).getTime() / 1000));
  const timezone = identity.timezone ?? '+0000';
  if (!/^[+-]\d{4}$/.test(timezone)) throw new GitError('rejected', 'The time zone is not allowed.');
  return `${name} <${email}> ${seconds} ${timezone}`;
}

function clean(text: string): string {
  let out = '';
  for (const character of text.toWellFormed().slice(0, MAX_PART_LENGTH)) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x20 && code !== 0x7f && character !== '<' && character !== '>') out += character;
  }
  // git strips these at the ends too; leaving them would make two spellings of one user.
  return out.replaceAll(/^[\s.,:;"'\\]+|[\s,:;"'\\]+$/g, '');
}
