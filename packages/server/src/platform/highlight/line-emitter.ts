import { escapeCode } from './escape-code.ts';
import { type TokenClass, tokenClassOf } from './token-classes.ts';

const CLOSE = Symbol('close');
type Operation = string | { open: TokenClass | undefined } | typeof CLOSE;

/**
 * Receives what highlight.js finds and gives lines in which every span is closed, so that a line can be shown alone.
 * The engine's own HTML is never made.
 */
export class LineEmitter {
  readonly operations: Operation[] = [];

  openNode(scope: string): void {
    this.operations.push({ open: tokenClassOf(scope) });
  }

  closeNode(): void {
    this.operations.push(CLOSE);
  }

  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  addText(text: string): void {
    if (text) this.operations.push(text);
  }

  /** The engine hands over the emitter of an embedded language; its scopes may not be closed. */
  __addSublanguage(inner: LineEmitter): void {
    let depth = 0;
    for (const operation of inner.operations) {
      if (operation === CLOSE) {
        if (depth === 0) continue;
        depth--;
      } else if (typeof operation !== 'string') depth++;
      this.operations.push(operation);
    }
    for (; depth > 0; depth--) this.operations.push(CLOSE);
  }

  finalize(): void {
    // Nothing to finish: `toLines` closes what is open.
  }

  toHTML(): string {
    return '';
  }

  toLines(): string[] {
    const writer = new LineWriter();
    for (const operation of this.operations) {
      if (operation === CLOSE) writer.close();
      else if (typeof operation === 'string') writer.text(operation);
      else writer.open(operation.open);
    }
    return writer.finish();
  }
}

/** Spans are written when their first character is, so that a line never holds an empty one. */
class LineWriter {
  readonly #lines: string[] = [];
  #line = '';
  /** Classes of the open scopes; undefined for scopes without a colour or with their parent's colour. */
  readonly #scopes: Array<TokenClass | undefined> = [];
  /** How many of the scopes have their tag in the current line. */
  #written = 0;

  open(tokenClass: TokenClass | undefined): void {
    const inherited = this.#scopes.findLast((scope) => scope !== undefined);
    this.#scopes.push(tokenClass === inherited ? undefined : tokenClass);
  }

  close(): void {
    const scope = this.#scopes.pop();
    if (this.#written <= this.#scopes.length) return;
    this.#written = this.#scopes.length;
    if (scope) this.#line += '</span>';
  }

  text(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#write(text.slice(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#write(from === 0 ? text : text.slice(from));
  }

  finish(): string[] {
    this.#endLine();
    return this.#lines;
  }

  #write(text: string): void {
    if (!text) return;
    for (; this.#written < this.#scopes.length; this.#written++) {
      const scope = this.#scopes[this.#written];
      if (scope) this.#line += `<span class="${scope}">`;
    }
    this.#line += escapeCode(text);
  }

  #endLine(): void {
    for (; this.#written > 0; this.#written--) if (this.#scopes[this.#written - 1]) this.#line += '</span>';
    this.#lines.push(this.#line);
    this.#line = '';
  }
}
