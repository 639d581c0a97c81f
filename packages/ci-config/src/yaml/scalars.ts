import type { ScalarValue } from './tree.ts';

const WORDS: Readonly<Record<string, ScalarValue>> = {
  '': null,
  '~': null,
  null: null,
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
};

/** The value of a word without quotes, by the rules of YAML 1.1 that existing files are written for. */
export function resolvePlain(text: string): ScalarValue {
  const lower = text.toLowerCase();
  const word = Object.hasOwn(WORDS, lower) ? WORDS[lower] : undefined;
  if (word !== undefined) return word;
  if (!/^[-+.\d]/.test(text) || text.length > 40) return text;
  return resolveNumber(text) ?? text;
}

function resolveNumber(text: string): number | undefined {
  const digits = text.replaceAll(/[_,]/g, '');
  if (/^[-+]?(?:0|[1-9][\d_,]*)$/.test(text)) return safe(Number(digits));
  if (/^[-+]?0[0-7_,]+$/.test(text)) return signed(digits, 8, 1);
  if (/^[-+]?0x[\da-f_,]+$/i.test(text)) return signed(digits, 16, 2);
  if (/^[-+]?0b[01_,]+$/i.test(text)) return signed(digits, 2, 2);
  if (/^[-+]?(?:\d[\d_,]*)?\.\d+(?:e[-+]?\d+)?$/i.test(text)) return Number(digits);
  return undefined;
}

/** Numbers that a double cannot hold stay text, so that no digit is lost. */
const safe = (value: number) => (Number.isSafeInteger(value) ? value : undefined);

function signed(digits: string, base: number, prefix: number): number | undefined {
  const isNegative = digits.startsWith('-');
  const unsigned = digits.replace(/^[-+]/, '').slice(prefix);
  const value = safe(Number.parseInt(unsigned, base));
  return value === undefined ? undefined : isNegative ? -value : value;
}
