import { setImmediate as turn } from 'node:timers/promises';
import type { TestCase, TestStatus } from '@tributary/contract/ci/test-reports.ts';
import sax from 'sax';
import { ReportRefused } from './report-refused.ts';
import { reportText } from './report-text.ts';

const CHUNK_CHARS = 65_536;
const MAX_DEPTH = 60;
const MAX_CASES = 50_000;
const MAX_NAME = 2_000;
const MAX_OUTPUT = 20_000;
const MAX_SECONDS = 1e9;
/** Elements of a case, by what they make of it. */
const OUTCOMES: Readonly<Record<string, TestStatus>> = { failure: 'failed', error: 'error', skipped: 'skipped' };
const ATTACHMENT = /\[\[ATTACHMENT\|([^\]\n]{1,1000})\]\]/;

type Attributes = Readonly<Record<string, string | undefined>>;

const cleaned = (text: string, length: number): string => text.replaceAll('\0', '').slice(0, length);

function secondsOf(text: string | undefined): number {
  const seconds = Number((text ?? '0').replaceAll(',', ''));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, MAX_SECONDS) : 0;
}

function openCase({ name = '', classname = '', file, time }: Attributes): TestCase {
  return {
    name: cleaned(name, MAX_NAME),
    classname: cleaned(classname, MAX_NAME),
    file: file === undefined ? null : cleaned(file, MAX_NAME),
    seconds: secondsOf(time),
    status: 'success',
    output: null,
    attachment: null,
  };
}

/** Reads the text inside the elements of a case that say how it ended. */
class Cases {
  readonly all: TestCase[] = [];
  #open: TestCase | null = null;
  #element: string | null = null;
  #text = '';

  start(name: string, attributes: Attributes): void {
    if (name === 'testcase') {
      if (this.all.length === MAX_CASES) throw new ReportRefused(`The report has more than ${MAX_CASES} test cases.`);
      this.#open = openCase(attributes);
      this.all.push(this.#open);
    } else if (this.#open && (Object.hasOwn(OUTCOMES, name) || name === 'system-out')) {
      this.#element = name;
      this.#text = name === 'system-out' ? '' : (attributes['message'] ?? '');
      if (this.#text !== '') this.#text += '\n';
      const outcome = OUTCOMES[name];
      // The first of several counts.
      if (outcome && this.#open.status === 'success') this.#open.status = outcome;
    }
  }

  text(text: string): void {
    if (this.#element !== null && this.#text.length < MAX_OUTPUT) this.#text += text;
  }

  end(name: string): void {
    if (name === 'testcase') this.#open = null;
    if (name !== this.#element || !this.#open) return;
    const text = cleaned(this.#text.trim(), MAX_OUTPUT);
    if (name === 'system-out') this.#open.attachment = ATTACHMENT.exec(text)?.[1]?.trim() ?? null;
    else if (text !== '') this.#open.output ??= text;
    this.#element = null;
  }
}

/** Reads a JUnit report, a piece at a time so that others are served in between. Several documents may follow each other. */
export async function parseJunit(bytes: Buffer): Promise<TestCase[]> {
  const text = reportText(bytes);
  const cases = new Cases();
  // Only the five entities of XML itself are known; nothing that a document declares is ever expanded or fetched.
  const options: sax.SAXOptions & { strictEntities: true } = { strictEntities: true, position: false };
  const parser = sax.parser(true, options);
  let depth = 0;
  let isKnown = false;
  parser.onerror = (error) => {
    throw new ReportRefused(`The report is not well-formed XML: ${error.message.split('\n')[0]}`);
  };
  parser.ondoctype = (declared) => {
    if (declared.includes('[')) throw new ReportRefused('Document types with internal declarations are not allowed.');
  };
  parser.onopentag = ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new ReportRefused('The XML elements are nested too deeply.');
    if (depth === 1) isKnown = name === 'testsuites' || name === 'testsuite';
    if (!isKnown) throw new ReportRefused('The report is not in JUnit format.');
    cases.start(name, attributes as Attributes);
  };
  parser.ontext = (part) => cases.text(part);
  parser.oncdata = (part) => cases.text(part);
  parser.onclosetag = (name) => {
    depth -= 1;
    cases.end(name);
  };
  for (let at = 0; at < text.length; at += CHUNK_CHARS) {
    parser.write(text.slice(at, at + CHUNK_CHARS));
    await turn();
  }
  parser.close();
  if (!isKnown) throw new ReportRefused('The report is empty.');
  return cases.all;
}
