import { AUDIT_CHOICES } from './audit-choices.ts';
import { AUDIT_SENTENCES, OWN_AUDIT_SENTENCES } from './audit-sentences.ts';

type Texts = Partial<Record<string, string>>;
const sentences: Texts = AUDIT_SENTENCES;
const ownSentences: Texts = OWN_AUDIT_SENTENCES;
const choices: Texts = AUDIT_CHOICES;

/** Details that a sentence says by a gap of another name. */
const SAID: Record<string, readonly string[]> = {
  place: ['full_path'],
  user: ['user_id'],
  group: ['group_id'],
  fromRole: ['from'],
  toRole: ['from', 'to'],
};

/** The name of an action that an older version recorded and this one does not know. */
const nameOf = (action: string): string => action.replaceAll(/[._]/g, ' ');

/** The sentence with its gaps; `isOwn` for what users do with their own account. Unknown actions show as they are. */
export function auditSentence(action: string, isOwn: boolean): string {
  return (isOwn ? ownSentences[action] : undefined) ?? sentences[action] ?? `${nameOf(action)} · {place}`;
}

/** The action without names, to choose it in a filter. */
export const auditText = (action: string): string => choices[action] ?? nameOf(action);

/** A detail as text: lists by commas, changes by an arrow. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return value === '' ? 'none' : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'object') {
    if ('from' in value && 'to' in value) return `${valueText(value.from)} → ${valueText(value.to)}`;
    return Object.entries(value)
      .map(([name, inner]) => `${nameText(name)}: ${valueText(inner)}`)
      .join(', ');
  }
  return JSON.stringify(value);
}

function nameText(name: string): string {
  if (name === 'proof') return 'method';
  return name
    .replaceAll(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** What the sentence does not say, one short text per fact; empty values say nothing. */
export function auditDetails(action: string, details: Record<string, unknown>): string[] {
  const gaps = [...(sentences[action] ?? '').matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap ?? '');
  const said = new Set(gaps.flatMap((gap) => SAID[gap] ?? [gap]));
  const { changes, ...rest } = details;
  const flat = typeof changes === 'object' && changes !== null ? { ...rest, ...changes } : details;
  const left = Object.entries(flat).filter(
    ([name, value]) => !said.has(name) && value !== null && value !== undefined && !/(^|_)id$|Id$/.test(name),
  );
  // A member that is removed has no role any more; that says the sentence.
  const unsaid = action.endsWith('.removed') ? left.filter(([name]) => name !== 'from' && name !== 'to') : left;
  const facts = Object.fromEntries(unsaid);
  if ('from' in facts && 'to' in facts) {
    const { from, to, ...others } = facts;
    return [valueText({ from, to }), ...factTexts(others)];
  }
  return factTexts(facts);
}

function factTexts(facts: Record<string, unknown>): string[] {
  return Object.entries(facts).map(([name, value]) => `${nameText(name)}: ${valueText(value)}`);
}
