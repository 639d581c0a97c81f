import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, type Question, useAnswer } from './answers.ts';
import { AppError } from './app-error.ts';

type Words = { words: string[] };

const ask = vi.fn<Question<Words>['ask']>();
const seen: Answer<Words>[] = [];

const question = (key: string, parts: Partial<Question<Words>> = {}): Question<Words> => ({
  key: [key],
  ask,
  freshMs: 1_000,
  ...parts,
});

function Shown({ of }: { of: Question<Words> | null }) {
  const answer = useAnswer(of);
  seen.push(answer);
  const text = answer.data?.words.join(' ') ?? (answer.isPending ? 'pending' : 'failed');
  return <p>{text}</p>;
}

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const last = (): Answer<Words> => {
  const answer = seen.at(-1);
  if (!answer) throw new Error('Nothing was drawn.');
  return answer;
};
const failure = (status: number) => new AppError({ status, code: 'x', message: 'No.' });

beforeEach(() => {
  vi.useFakeTimers();
  seen.length = 0;
  ask.mockReset().mockResolvedValue({ words: ['yes'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('useAnswer', () => {
  it('asks once for all who ask the same, and not again while the answer is fresh', async () => {
    const { unmount } = render(
      <>
        <Shown of={question('a')} />
        <Shown of={question('a')} />
      </>,
    );
    expect(screen.getAllByText('pending')).toHaveLength(2);
    await later(0);
    expect(screen.getAllByText('yes')).toHaveLength(2);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(ask.mock.calls[0]?.[0].isFirst).toBe(true);
    unmount();
    render(<Shown of={question('a')} />);
    expect(screen.getByText('yes')).toBeTruthy();
    await later(0);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('shows an old answer and asks again, and forgets it after a while', async () => {
    const first = render(<Shown of={question('a')} />);
    await later(2_000);
    first.unmount();
    ask.mockResolvedValue({ words: ['later'] });
    const second = render(<Shown of={question('a')} />);
    expect(screen.getByText('yes')).toBeTruthy();
    await later(0);
    expect(screen.getByText('later')).toBeTruthy();
    expect(ask.mock.calls[1]?.[0].isFirst).toBe(false);
    second.unmount();
    await later(6 * 60_000);
    render(<Shown of={question('a')} />);
    expect(screen.getByText('pending')).toBeTruthy();
    await later(0);
  });

  it('asks nothing for null, and drops what nobody waits for', async () => {
    const { rerender } = render(<Shown of={null} />);
    await later(0);
    expect(ask).not.toHaveBeenCalled();
    ask.mockReturnValueOnce(new Promise(() => undefined));
    rerender(<Shown of={question('a')} />);
    rerender(<Shown of={question('b')} />);
    expect(ask.mock.calls[0]?.[0].signal.aborted).toBe(true);
    await later(0);
    expect(screen.getByText('yes')).toBeTruthy();
  });

  it('asks twice more where no answer came, and tells what a server refused at once', async () => {
    ask.mockRejectedValueOnce(failure(0)).mockRejectedValueOnce(failure(503));
    render(<Shown of={question('a')} />);
    await later(3_500);
    expect(screen.getByText('yes')).toBeTruthy();
    expect(ask).toHaveBeenCalledTimes(3);
    ask.mockRejectedValueOnce(failure(404));
    render(<Shown of={question('b')} />);
    await later(0);
    expect(screen.getByText('failed')).toBeTruthy();
    expect(last().error).toMatchObject({ status: 404 });
    await act(() => last().refetch());
    expect(screen.getAllByText('yes')).toHaveLength(2);
  });

  it('asks again by itself until the answer is final, not while the page is hidden', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const askAgainMs = (answer: Words | undefined) => (answer?.words[0] === 'done' ? null : 100);
    render(<Shown of={question('a', { askAgainMs })} />);
    await later(1_000);
    expect(ask).toHaveBeenCalledTimes(1);
    visibility.mockReturnValue('visible');
    await later(100);
    expect(ask).toHaveBeenCalledTimes(2);
    ask.mockResolvedValue({ words: ['done'] });
    await later(1_000);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('takes the answer to the last question, whichever comes first', async () => {
    render(<Shown of={question('a')} />);
    await later(0);
    const [slow, quick] = [Promise.withResolvers<Words>(), Promise.withResolvers<Words>()];
    ask.mockReturnValueOnce(slow.promise).mockReturnValueOnce(quick.promise);
    const ended: string[] = [];
    const both = [
      last()
        .refetch()
        .then(() => ended.push('first')),
      last()
        .refetch()
        .then(() => ended.push('second')),
    ];
    slow.resolve({ words: ['old'] });
    await later(0);
    expect(ended).toEqual([]);
    quick.resolve({ words: ['new'] });
    await act(() => Promise.all(both));
    expect(screen.getByText('new')).toBeTruthy();
  });

  it('asks again when the browser is back online and the last attempt failed', async () => {
    ask.mockRejectedValueOnce(failure(403));
    render(<Shown of={question('a')} />);
    await later(0);
    expect(screen.getByText('failed')).toBeTruthy();
    await act(async () => window.dispatchEvent(new Event('online')));
    await later(0);
    expect(screen.getByText('yes')).toBeTruthy();
  });

  it('keeps what an answer has in common with the one before', async () => {
    render(<Shown of={question('a')} />);
    await later(0);
    const before = last().data;
    ask.mockResolvedValue({ words: ['yes'] });
    await act(() => last().refetch());
    expect(last().data).toBe(before);
  });
});
