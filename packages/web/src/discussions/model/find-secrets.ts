/** A thing in a text that opens an interface for whoever reads it. `shown` is its beginning, enough to find it. */
export type FoundSecret = { kind: string; value: string; shown: string };

/*
 * Each begins with letters of its own, which is how it is told from other text, and what follows is one run of characters
 * without anything after it: reading stays linear, whatever the text.
 */
const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['Access token', /\bglpat-[\w-]{20,255}/g],
  ['Feed token', /\bglft-[\w-]{20,255}|\bfeed_token=[\w-]{20,255}/g],
  ['Incoming mail token', /\bglimt-[\w-]{20,255}/g],
  ['Deploy token', /\bgldt-[\w-]{20,255}/g],
  ['OAuth application secret', /\bgloas-[\w-]{20,255}/g],
  ['SCIM token', /\bglsoat-[\w-]{20,255}/g],
  ['Runner token', /\b(?:glrtr?-|GR1348941)[\w-]{20,255}/g],
  ['Job token', /\bglcbt-[\w-]{20,255}/g],
  ['Trigger token', /\bglptt-[\w-]{20,255}/g],
  ['Cluster agent token', /\bglagent-[\w-]{20,255}/g],
  ['Feature flag token', /\bglffct-[\w-]{20,255}/g],
  ['AWS access key', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g],
  ['GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36,255}|\bgithub_pat_\w{22,255}/g],
  ['Slack token', /\bxox[abeoprs]-[\w-]{10,255}|\bhooks\.slack\.com\/services\/[\w/]{20,255}/g],
  ['Google key', /\bAIza[\w-]{35}|\bGOCSPX-[\w-]{28}/g],
  ['Stripe key', /\b[rs]k_live_[A-Za-z0-9]{16,255}/g],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['PyPI token', /\bpypi-[\w-]{50,255}/g],
  ['SendGrid key', /\bSG\.[\w-]{22}\.[\w-]{43}/g],
  ['Private key', /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----/g],
];

/** As many characters as a token of ours has after its prefix. */
const AFTER_PREFIX = /[\w-]{50,255}/y;

const SHOWN_CHARACTERS = 10;
/** Of `glpat-xxxxxxxxxxxxxxxxxxxx` and the like, which stand in instructions. */
const FEWEST_CHARACTERS = 6;

function isPlaceholder(value: string): boolean {
  return new Set(value.slice(value.search(/[-_=]/) + 1).toLowerCase()).size < FEWEST_CHARACTERS;
}

/** Access tokens of an instance whose administrators chose another prefix. */
function withPrefix(text: string, prefix: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + prefix.length)) {
    AFTER_PREFIX.lastIndex = at + prefix.length;
    const [rest] = AFTER_PREFIX.exec(text) ?? [];
    if (rest !== undefined) found.push(prefix + rest);
  }
  return found;
}

/** What of a text looks like a secret, each once, and what stood in `before` is no news. */
export function findSecrets(text: string, before = '', tokenPrefix?: string): FoundSecret[] {
  const found = new Map<string, FoundSecret>();
  const usual = KINDS.map(([kind, pattern]) => [kind, Array.from(text.matchAll(pattern), ([value]) => value)] as const);
  const chosen = tokenPrefix === undefined ? [] : [['Access token', withPrefix(text, tokenPrefix)] as const];
  for (const [kind, values] of [...usual, ...chosen]) {
    for (const value of values) {
      if (found.has(value) || before.includes(value) || isPlaceholder(value)) continue;
      const shown = value.startsWith('-----') ? value : `${value.slice(0, SHOWN_CHARACTERS)}…`;
      found.set(value, { kind, value, shown });
    }
  }
  return [...found.values()];
}
