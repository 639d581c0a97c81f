import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { focusWhatComes } from './focus-what-comes.ts';

type What = 'button' | 'nothing' | 'lines' | 'again';

function Card({ what }: { what: What }) {
  return (
    <>
      <section data-file-card aria-label="card">
        {what === 'button' && <button onClick={(event) => focusWhatComes(event.currentTarget)}>Try again</button>}
        {what === 'lines' && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as the lines of a file are
          <div data-diff tabIndex={0} />
        )}
        {what === 'again' && <button data-retry>Once more</button>}
      </section>
      <button>Elsewhere</button>
    </>
  );
}

/** Presses the button; the answer draws something else, of which the watcher hears in the microtask after it. */
function press() {
  const { rerender } = render(<Card what="button" />);
  const button = screen.getByText('Try again');
  button.focus();
  button.click();
  return (what: What) => act(async () => rerender(<Card what={what} />));
}

test('the card holds the keyboard until the lines are there', async () => {
  const draw = press();
  await draw('nothing');
  expect(document.activeElement).toBe(screen.getByRole('region'));
  await draw('lines');
  expect(document.activeElement?.hasAttribute('data-diff')).toBe(true);
});

test('another button to try again takes it too', async () => {
  const draw = press();
  await draw('again');
  expect(document.activeElement).toBe(screen.getByText('Once more'));
});

test('who went elsewhere is left there', async () => {
  const draw = press();
  await draw('nothing');
  screen.getByText('Elsewhere').focus();
  await draw('lines');
  expect(document.activeElement).toBe(screen.getByText('Elsewhere'));
});

type Parts = { thread: 'failed' | 'nothing' | 'lines'; lines: 'failed' | 'nothing' | 'lines' };

function Part({ name, what }: { name: string; what: Parts['lines'] }) {
  if (what === 'nothing') return <p>On its way</p>;
  if (what === 'lines') {
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as the lines of a file are
    return <div data-diff aria-label={name} role="group" tabIndex={0} />;
  }
  return (
    <p>
      <button data-retry onClick={(event) => focusWhatComes(event.currentTarget)}>
        Load {name}
      </button>
    </p>
  );
}

/** A card whose first thread has lines of its own, above those of the file. */
function CardWithThread({ thread, lines }: Parts) {
  return (
    <section data-file-card aria-label="card">
      <div>
        <div>
          <Part name="thread" what={thread} />
        </div>
      </div>
      <Part name="file" what={lines} />
    </section>
  );
}

function pressIn(name: string, first: Parts) {
  const { rerender } = render(<CardWithThread {...first} />);
  const button = screen.getByRole('button', { name: `Load ${name}` });
  button.focus();
  button.click();
  return (parts: Parts) => act(async () => rerender(<CardWithThread {...parts} />));
}

test.each(['failed', 'lines'] as const)('the lines of the file, not those above them: %s', async (thread) => {
  const draw = pressIn('file', { thread, lines: 'failed' });
  await draw({ thread, lines: 'nothing' });
  expect(document.activeElement).toBe(screen.getByRole('region'));
  await draw({ thread, lines: 'lines' });
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'file' }));
});

test('another failure of the file has its own button', async () => {
  const draw = pressIn('file', { thread: 'failed', lines: 'failed' });
  await draw({ thread: 'failed', lines: 'nothing' });
  await draw({ thread: 'failed', lines: 'failed' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Load file' }));
});

test('what a thread asked for comes in the thread, whatever else there is', async () => {
  const draw = pressIn('thread', { thread: 'failed', lines: 'lines' });
  await draw({ thread: 'nothing', lines: 'lines' });
  expect(document.activeElement).toBe(screen.getByRole('region'));
  await draw({ thread: 'lines', lines: 'lines' });
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'thread' }));
});

test('a button beside lines that stay leaves the keyboard to them', async () => {
  const { rerender } = render(
    <section data-file-card aria-label="card">
      <button onClick={(event) => focusWhatComes(event.currentTarget)}>Show more</button>
      <div>
        <Part name="thread" what="lines" />
      </div>
      <Part name="file" what="lines" />
    </section>,
  );
  screen.getByRole('button').focus();
  screen.getByRole('button').click();
  await act(async () =>
    rerender(
      <section data-file-card aria-label="card">
        {null}
        <div>
          <Part name="thread" what="lines" />
        </div>
        <Part name="file" what="lines" />
      </section>,
    ),
  );
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'file' }));
});
