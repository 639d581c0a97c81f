import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { dateAndTime, exactTime, relativeTime } from './relative-time.ts';
import { showRelativeTimes, Time } from './time.tsx';

const now = new Date(2026, 5, 15, 12, 0, 0);
const ago = (ms: number): Date => new Date(now.getTime() - ms);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('relativeTime', () => {
  it.each([
    [ago(10_000), 'just now'],
    [ago(-10_000), 'in a moment'],
    [ago(60_000), '1 minute ago'],
    [ago(59 * 60_000), '59 minutes ago'],
    [ago(hourMs), '1 hour ago'],
    [ago(23 * hourMs), '23 hours ago'],
    [ago(25 * hourMs), '1 day ago'],
    [ago(-2 * dayMs), 'in 2 days'],
    [ago(6 * dayMs), '6 days ago'],
    [ago(8 * dayMs), 'Jun 7'],
    [ago(400 * dayMs), 'May 11, 2025'],
    [new Date('nonsense'), ''],
  ])('%s is %s', (date, text) => {
    expect(relativeTime(date, now)).toBe(text);
  });
});

describe('dates of far years', () => {
  it.each([
    ['10000-01-01T12:00:00.000Z', 'Jan 1, 10000'],
    ['275000-06-15T12:00:00+00:00', 'Jun 15, 275000'],
    ['287168-08-24T16:00:00+00:00', '287168-08-24'],
    ['0001-06-15T12:00:00.000Z', 'Jun 15, 1'],
  ])('%s is shown as %s', (value, text) => {
    const { container } = render(<Time value={value} />);
    expect(container.textContent).toContain(text);
  });
});

describe('Time', () => {
  it('holds the exact time for machines, on hover and for readers', () => {
    const date = new Date(Date.now() - 3 * hourMs);
    render(<Time value={date.toISOString()} />);
    const time = screen.getByText(/3 hours ago/);
    expect(time.getAttribute('datetime')).toBe(date.toISOString());
    expect(time.getAttribute('title')).toBe(exactTime(date));
    expect(time.textContent).toContain(exactTime(date));
  });

  it('shows nothing for a date that is none', () => {
    const { container } = render(<Time value="soon" />);
    expect(container.textContent).toBe('');
  });

  it('does not call what just happened future when the clocks differ', () => {
    render(<Time value={new Date(Date.now() + 20_000)} />);
    expect(screen.getByText(/just now/)).toBeTruthy();
  });
});

describe('Time for someone who prefers dates', () => {
  afterEach(() => showRelativeTimes(true));

  it('shows date and time, and changes with the preference', () => {
    const value = new Date(Date.now() - 3 * 3_600_000);
    const { container } = render(<Time value={value} />);
    expect(container.textContent).toContain('3 hours ago');
    act(() => showRelativeTimes(false));
    expect(container.textContent).not.toContain('ago');
    expect(container.textContent).toContain(dateAndTime(value));
  });
});
