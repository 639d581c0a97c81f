import { compilePattern, looksLikePattern } from './pattern.ts';

/** An expression of `rules:if`, parsed. */
export type Expression =
  | { readonly kind: 'or' | 'and'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: Comparison; readonly left: Operand; readonly right: Operand }
  | Operand;

export type Comparison = '==' | '!=' | '=~' | '!~';

export type Operand =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'pattern'; readonly source: string }
  | { readonly kind: 'null' };

type Sign = Comparison | '&&' | '||' | '(' | ')' | '!';
type Token = Operand | { readonly kind: Sign };

const MAX_LENGTH = 10_000;
const MAX_DEPTH = 50;
const MAX_PATTERNS = 50;

const LEXEMES: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray) => Token]> = [
  [/\$\[\[\s*inputs\.([\w-]+)\s*\]\]/y, ([, name = '']) => ({ kind: 'input', name })],
  [/\$(\w+)/y, ([, name = '']) => ({ kind: 'variable', name })],
  [/\$\{(\w+)\}/y, ([, name = '']) => ({ kind: 'variable', name })],
  [/"([^"]*)"/y, ([, value = '']) => ({ kind: 'string', value })],
  [/'([^']*)'/y, ([, value = '']) => ({ kind: 'string', value })],
  [/null\b/y, () => ({ kind: 'null' })],
  [/(?:true|false)\b/y, ([word]) => ({ kind: 'boolean', value: word === 'true' })],
  [/\/(?:[^/\\]|\\.)+\/[imsU]*/y, ([source]) => ({ kind: 'pattern', source })],
  [/==|!=|=~|!~|&&|\|\||[()!]/y, ([sign]) => ({ kind: sign as Sign })],
];

/** Parses an expression; undefined for invalid syntax and for patterns that do not compile. Inputs stand in rules of inputs alone. */
export function parseExpression(text: string, { withInputs = false } = {}): Expression | undefined {
  const tokens = text.length <= MAX_LENGTH ? tokenize(text) : undefined;
  if (!withInputs && tokens?.some(({ kind }) => kind === 'input')) return undefined;
  const matches = tokens?.filter(({ kind }) => kind === '=~' || kind === '!~').length ?? 0;
  return tokens && matches <= MAX_PATTERNS ? new Parser(tokens).parse() : undefined;
}

function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const found = nextToken(text, at);
    if (!found) return undefined;
    tokens.push(found.token);
    at = found.end;
  }
  return tokens;
}

function nextToken(text: string, at: number): { token: Token; end: number } | undefined {
  for (const [lexeme, make] of LEXEMES) {
    lexeme.lastIndex = at;
    const match = lexeme.exec(text);
    if (match) return { token: make(match), end: at + match[0].length };
  }
  return undefined;
}

const isOperand = (token: Token | undefined): token is Operand =>
  token !== undefined && ['variable', 'string', 'input', 'boolean', 'pattern', 'null'].includes(token.kind);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Expression | undefined {
    const parsed = this.#or();
    return this.#at === this.#tokens.length ? parsed : undefined;
  }

  #or(): Expression | undefined {
    return this.#chain('||', 'or', () => this.#chain('&&', 'and', () => this.#comparison()));
  }

  #chain(sign: '||' | '&&', kind: 'or' | 'and', part: () => Expression | undefined): Expression | undefined {
    let left = part();
    while (left && this.#peek()?.kind === sign) {
      this.#at += 1;
      const right = part();
      if (!right) return undefined;
      left = { kind, left, right };
    }
    return left;
  }

  #comparison(): Expression | undefined {
    if (this.#peek()?.kind === '(') return this.#group();
    if (this.#peek()?.kind === '!') return this.#not();
    const left = this.#operand();
    const sign = this.#peek()?.kind;
    if (!left || left.kind === 'pattern') return undefined;
    if (sign !== '==' && sign !== '!=' && sign !== '=~' && sign !== '!~') return left;
    this.#at += 1;
    const right = this.#operand();
    if (!right) return undefined;
    if (sign === '==' || sign === '!=') return right.kind === 'pattern' ? undefined : { kind: sign, left, right };
    return right.kind === 'null' ? undefined : { kind: sign, left, right };
  }

  /** `!` applies to the next operand or group alone. */
  #not(): Expression | undefined {
    this.#depth += 1;
    this.#at += 1;
    const kind = this.#depth <= MAX_DEPTH ? this.#peek()?.kind : undefined;
    const operand = kind === '(' ? this.#group() : kind === '!' ? this.#not() : this.#operand();
    this.#depth -= 1;
    return operand && operand.kind !== 'pattern' ? { kind: 'not', operand } : undefined;
  }

  #group(): Expression | undefined {
    this.#depth += 1;
    this.#at += 1;
    const inner = this.#depth <= MAX_DEPTH ? this.#or() : undefined;
    if (!inner || this.#peek()?.kind !== ')') return undefined;
    this.#at += 1;
    this.#depth -= 1;
    return inner;
  }

  #operand(): Operand | undefined {
    const token = this.#peek();
    if (!isOperand(token)) return undefined;
    if (token.kind === 'pattern' && !compilePattern(token.source)) return undefined;
    this.#at += 1;
    return token;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }
}

export type Value = string | number | boolean | null | undefined;

/** Is the expression true? `lookup` answers undefined for a variable that does not exist, `input` for an input. */
export function evaluateExpression(
  expression: Expression,
  lookup: (name: string) => string | undefined,
  input: (name: string) => Value = () => undefined,
): boolean {
  const evaluate = (each: Expression) => evaluateExpression(each, lookup, input);
  const read = (operand: Operand): Value => {
    if (operand.kind === 'variable') return lookup(operand.name);
    if (operand.kind === 'input') return input(operand.name) ?? undefined;
    if (operand.kind === 'null') return undefined;
    return operand.kind === 'pattern' ? operand.source : operand.value;
  };
  switch (expression.kind) {
    case 'or':
      return evaluate(expression.left) || evaluate(expression.right);
    case 'and':
      return evaluate(expression.left) && evaluate(expression.right);
    case 'not':
      return !evaluate(expression.operand);
    case '==':
      return read(expression.left) === read(expression.right);
    case '!=':
      return read(expression.left) !== read(expression.right);
    case '=~':
      return matches(read(expression.left), read(expression.right));
    case '!~':
      return !matches(read(expression.left), read(expression.right));
    default:
      return !['', false, undefined].includes(read(expression) as string | boolean | undefined);
  }
}

/**
 * The right side is a pattern, or a variable or text that holds one. A missing left side counts as empty. Text without slashes is
 * no pattern: the left side is looked for in it.
 */
function matches(left: Value, right: Value): boolean {
  if (right === undefined) return false;
  const text = String(left ?? '');
  const pattern = String(right);
  return looksLikePattern(pattern) ? (compilePattern(pattern)?.test(text) ?? false) : pattern.includes(text);
}
