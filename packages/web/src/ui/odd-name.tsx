import { displayPath } from '@tributary/contract/projects/display-path.ts';
import { CutName, TAIL, MAX_UNCUT_LENGTH } from './middle-cut.tsx';
import { MarkedName } from './marked-name.tsx';
import { nameParts } from './name-parts.ts';

/** Letters that run from right to left: taken apart, their parts would change places. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** What is seen of the end of a name that is not plain. Null for one that is better cut at its end. */
export function tailOf(text: string): string | null {
  const characters = [...text];
  return characters.length <= MAX_UNCUT_LENGTH || RIGHT_TO_LEFT.test(text) ? null : characters.slice(-TAIL).join('');
}

/** A name that is not plain: with marks where something in it may not be seen, or misleads, else as plain ones are shown. */
export function OddName({ name, isCut = false }: { name: string; isCut?: boolean }) {
  const shown = displayPath(name);
  if (nameParts(shown).some(({ mark }) => mark !== null)) return <MarkedName name={shown} />;
  const tail = isCut ? tailOf(shown) : null;
  return tail === null ? shown : <CutName text={shown} tail={tail} />;
}
