import { setImmediate as turn } from 'node:timers/promises';
import type { CoveredLines } from '@tributary/contract/ci/commit-reports.ts';
import sax from 'sax';
import { ReportRefused } from './report-refused.ts';
import { reportText } from './report-text.ts';

/** A file as the report names it: with what stands before its name, and the module it is in. */
export type MeasuredFile = { name: string; module: string | null; lines: CoveredLines };
export type CoverageReport = {
  /** Folders that the names may be relative to. */
  sources: string[];
  /** Whether a name is only the end of a path. */
  isPartial: boolean;
  files: MeasuredFile[];
};

const CHUNK_CHARS = 65_536;
const MAX_DEPTH = 60;
const MAX_SOURCES = 100;
const MAX_FILES = 20_000;
const MAX_LINES = 2_000_000;
const MAX_LINE = 10_000_000;
const MAX_HITS = 2_147_483_647;

type Attributes = Readonly<Record<string, string | undefined>>;

/** What has been read so far, whichever of the formats it is. */
class Measured {
  readonly sources: string[] = [];
  readonly #files = new Map<string, MeasuredFile>();
  #lines = 0;

  file(name: string, module: string | null): MeasuredFile {
    const key = `${module ?? ''}\n${name}`;
    const known = this.#files.get(key);
    if (known) return known;
    if (this.#files.size === MAX_FILES) throw new ReportRefused(`The report has more than ${MAX_FILES} files.`);
    const made: MeasuredFile = { name, module, lines: Object.create(null) as CoveredLines };
    this.#files.set(key, made);
    return made;
  }

  add(file: MeasuredFile, line: string | undefined, hits: string | undefined): void {
    const [number, count] = [Number(line ?? Number.NaN), Number(hits ?? Number.NaN)];
    if (!Number.isInteger(number) || number < 1 || number > MAX_LINE || !Number.isInteger(count) || count < 0) {
      throw new ReportRefused(`A line in ${file.name} has no number or no hits.`);
    }
    const before = file.lines[number];
    if (before === undefined && ++this.#lines > MAX_LINES) {
      throw new ReportRefused(`The report has more than ${MAX_LINES} lines.`);
    }
    file.lines[number] = Math.min((before ?? 0) + count, MAX_HITS);
  }

  all(): MeasuredFile[] {
    return [...this.#files.values()];
  }
}

/** Takes the elements of one format; `path` holds the names from the root down to this one. */
type Reader = { isPartial: boolean; open(path: readonly string[], attributes: Attributes): void };

function coberturaReader(measured: Measured): Reader {
  let file: MeasuredFile | null = null;
  return {
    isPartial: false,
    open(path, attributes) {
      const [name, parent, owner] = [path.at(-1), path.at(-2), path.at(-3)];
      if (name === 'class') {
        const { filename = '' } = attributes;
        file = filename === '' ? null : measured.file(filename, null);
      }
      // Lines of methods are listed once more among those of their class.
      if (name === 'line' && parent === 'lines' && owner === 'class' && file) {
        measured.add(file, attributes['number'], attributes['hits']);
      }
    },
  };
}

function jacocoReader(measured: Measured): Reader {
  let [module, folder]: [string | null, string] = [null, ''];
  let file: MeasuredFile | null = null;
  return {
    isPartial: true,
    open(path, attributes) {
      const { name = '' } = attributes;
      const element = path.at(-1);
      if (element === 'group') module = name;
      if (element === 'package') folder = name;
      if (element === 'sourcefile') file = measured.file(folder === '' ? name : `${folder}/${name}`, module);
      if (element === 'line' && path.at(-2) === 'sourcefile' && file)
        measured.add(file, attributes['nr'], attributes['ci']);
    },
  };
}

const READERS: Record<string, (measured: Measured) => Reader> = { coverage: coberturaReader, report: jacocoReader };

function parserFor(measured: Measured): { parser: sax.SAXParser; format: () => Reader } {
  // Only the five entities of XML itself are known; nothing that a document declares is ever expanded or fetched.
  const options: sax.SAXOptions & { strictEntities: true } = { strictEntities: true, position: false };
  const parser = sax.parser(true, options);
  const path: string[] = [];
  let reader: Reader | undefined;
  let source: string | null = null;
  parser.onerror = (error) => {
    throw new ReportRefused(`The report is not well-formed XML: ${error.message.split('\n')[0]}`);
  };
  parser.ondoctype = (text) => {
    if (text.includes('[')) throw new ReportRefused('Document types with internal declarations are not allowed.');
  };
  parser.onopentag = ({ name, attributes }) => {
    path.push(name);
    if (path.length > MAX_DEPTH) throw new ReportRefused('The XML elements are nested too deeply.');
    if (path.length === 1) {
      reader = Object.hasOwn(READERS, name) ? READERS[name]?.(measured) : undefined;
      if (!reader) throw new ReportRefused('The report is not in Cobertura or JaCoCo format.');
    }
    if (name === 'source') source = '';
    reader?.open(path, attributes as Attributes);
  };
  parser.ontext = (text) => {
    if (source !== null) source += text;
  };
  parser.onclosetag = () => {
    if (path.pop() !== 'source' || source === null) return;
    if (source.trim() !== '' && measured.sources.length < MAX_SOURCES) measured.sources.push(source.trim());
    source = null;
  };
  return {
    parser,
    format: () => {
      if (!reader) throw new ReportRefused('The report is empty.');
      return reader;
    },
  };
}

/** Reads a Cobertura or JaCoCo report, a piece at a time so that others are served in between. */
export async function parseCoverage(bytes: Buffer): Promise<CoverageReport> {
  const text = reportText(bytes);
  const measured = new Measured();
  const { parser, format } = parserFor(measured);
  for (let at = 0; at < text.length; at += CHUNK_CHARS) {
    parser.write(text.slice(at, at + CHUNK_CHARS));
    await turn();
  }
  parser.close();
  return { sources: measured.sources, isPartial: format().isPartial, files: measured.all() };
}
